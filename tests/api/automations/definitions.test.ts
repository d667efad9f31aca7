/** Automations as records: what is refused, how they may change, and when they run next. */
import { describe, expect, test } from 'vitest';
import type { Automation } from '@/contract/automation';
import { automatedProgram } from '@tests/support/automations';

const CRON = { type: 'CRON', cron_expression: '0 9 1 * *', timezone: 'Europe/Berlin' };

test('an automation is answered as it was made, with the time of its next run on the wall of its zone', async () => {
  const made = await automatedProgram();
  const { body, headers } = await made.create({
    name: 'Monthly',
    trigger: CRON,
    participant_filter: 'participant.counters.visits > 3',
    event: { type: 'month', data: { text: 'Hello {{ participant.external_id }}' } },
  });
  expect(body).toMatchObject({
    name: 'Monthly',
    status: 'ACTIVE',
    trigger: { ...CRON, run_at: null },
    scope: 'PARTICIPANTS',
    guard_condition: null,
    event: { type: 'month', data: { text: 'Hello {{ participant.external_id }}' } },
    last_run_at: null,
  });
  expect(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', day: 'numeric', hour: '2-digit', minute: '2-digit' }).format(
      new Date(body.next_run_at!),
    ),
  ).toBe('1, 09:00');
  expect(headers.location).toBe(`/v1${made.path}/${body.id}`);
  expect(await made.read(body.id)).toEqual(body);
  expect((await made.api.get<{ data: Automation[] }>(made.path)).body.data).toEqual([body]);
});

describe('refused is', () => {
  test.each([
    ['a schedule that never comes', { trigger: { type: 'CRON', cron_expression: '0 0 30 2 *' } }, 'trigger.cron_expression'],
    ['CRON without a schedule', { trigger: { type: 'CRON' } }, 'trigger.cron_expression'],
    ['a place without clocks', { trigger: { ...CRON, timezone: 'Mars/Olympus' } }, 'trigger.timezone'],
    ['ONE_TIME without a time', { trigger: { type: 'ONE_TIME' } }, 'trigger.run_at'],
    ['a time that is over', { trigger: { type: 'ONE_TIME', run_at: '2020-01-01T00:00:00Z' } }, 'trigger.run_at'],
    ['a time where there is none', { trigger: { type: 'IMMEDIATE', run_at: '2120-01-01T00:00:00Z' } }, 'trigger.run_at'],
    ['a filter over nobody', { scope: 'PROGRAM', participant_filter: 'true' }, 'participant_filter'],
    ['waiting for the state of everybody', { trigger: { type: 'PARTICIPANT_STATE' } }, 'participant_filter'],
    ['a filter that does not compile', { participant_filter: 'participant.tags.exists(' }, 'participant_filter'],
    ['a filter over an event that is not there yet', { participant_filter: 'event.amount > 1' }, 'participant_filter'],
    ['a guard over one participant', { guard_condition: '"vip" in participant.tags' }, 'guard_condition'],
    ['a template that does not compile', { event: { type: 'nudge', data: { list: ['{{ 1 + }}'] } } }, 'event.data.list[0]'],
    ['a template over nobody', { scope: 'PROGRAM', event: { type: 'nudge', data: { id: '{{ participant.id }}' } } }, 'event.data.id'],
  ])('%s', async (_, automation, field) => {
    const made = await automatedProgram();
    const { status, body } = await made.create(automation);
    expect([status, body]).toMatchObject([400, { code: 'validation_error', fields: [{ field }] }]);
  });

  test('an automation of another program or organization', async () => {
    const [mine, other] = [await automatedProgram(), await automatedProgram()];
    const { id } = await other.automate({ trigger: CRON });
    for (const answer of [
      await mine.api.get(`${mine.path}/${id}`),
      await mine.patch(id, { name: 'x' }),
      await mine.trigger(id),
      await mine.api.get(`${mine.path}/${id}/runs`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'automation_not_found' } });
    }
  });
});

test('a schedule passes by while it is paused, and goes on from when it is resumed', async () => {
  const made = await automatedProgram();
  await made.enroll('ada');
  const { id } = await made.automate({ trigger: { type: 'CRON', cron_expression: '0 0 * * *' } });
  expect((await made.patch(id, { status: 'PAUSED' })).body).toMatchObject({ status: 'PAUSED', next_run_at: null });
  expect(await made.advance('72h')).toMatchObject({ automations: 0 });
  const { body } = await made.patch(id, { status: 'ACTIVE' });
  expect(Date.parse(body.next_run_at!)).toBeGreaterThan((await made.now()).getTime());
  await made.advance(body.next_run_at!);
  expect(await made.runs(id)).toMatchObject([{ due_at: body.next_run_at, event_count: 1, status: 'COMPLETED' }]);
});

test('what is cancelled or archived stays so, runs no more, and is listed only on demand once archived', async () => {
  const made = await automatedProgram();
  const [cancelled, archived] = [await made.automate({ trigger: CRON }), await made.automate({ trigger: CRON })];
  expect((await made.patch(cancelled.id, { status: 'CANCELLED' })).body).toMatchObject({
    status: 'CANCELLED',
    next_run_at: null,
    deleted_at: null,
  });
  expect((await made.patch(archived.id, { status: 'ARCHIVED' })).body.deleted_at).not.toBe(null);
  expect(await made.patch(cancelled.id, { status: 'ACTIVE' })).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
  expect(await made.patch(archived.id, { name: 'Other' })).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
  expect(await made.trigger(cancelled.id)).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
  const list = async (query: string) => (await made.api.get<{ data: Automation[] }>(`${made.path}${query}`)).body.data.map(({ id }) => id);
  expect([await list(''), await list('?include_archived=true&sort_dir=asc')]).toEqual([[cancelled.id], [cancelled.id, archived.id]]);
});

test('nobody sets an automation COMPLETED, and none changes its kind of trigger', async () => {
  const made = await automatedProgram();
  const { id } = await made.automate({ trigger: CRON });
  expect(await made.patch(id, { status: 'COMPLETED' })).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
  expect(await made.patch(id, { trigger: { type: 'IMMEDIATE' } })).toMatchObject({
    status: 400,
    body: { code: 'invalid_parameter', param: 'trigger.type' },
  });
  const { body } = await made.patch(id, { trigger: { type: 'CRON', cron_expression: '30 12 * * *' }, name: 'Noon' });
  expect(body).toMatchObject({ name: 'Noon', trigger: { cron_expression: '30 12 * * *', timezone: 'UTC' } });
  expect(body.next_run_at).toMatch(/T12:30:00.000Z$/);
  expect((await made.patch(id, { participant_filter: 'nonsense' })).body).toMatchObject({ fields: [{ field: 'participant_filter' }] });
});

test('the same request again makes no second automation and no second run', async () => {
  const made = await automatedProgram();
  const body = { name: 'Once', trigger: CRON, scope: 'PROGRAM', event: { type: 'tick' } };
  const [first, again] = [
    await made.api.post<Automation>(made.path, body, { 'idempotency-key': 'a' }),
    await made.api.post<Automation>(made.path, body, { 'idempotency-key': 'a' }),
  ];
  expect(again.body).toEqual(first.body);
  const trigger = () => made.api.post<{ id: string }>(`${made.path}/${first.body.id}/trigger`, {}, { 'idempotency-key': 'b' });
  const [run, replayed] = [await trigger(), await trigger()];
  expect([run.status, replayed.status, replayed.body]).toEqual([202, 202, run.body]);
});
