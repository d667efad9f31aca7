/** A change set is published at its time, on the organization's clock; what stands in the way then is told, and nothing changes. */
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '@/contract/audit-log';
import type { RuleConfigurationVersion } from '@/contract/rule-configuration-version';
import { drafting, type Drafting } from '@tests/support/change-sets';

const HOUR_MS = 3_600_000;

async function scheduled() {
  const made = await drafting({ mode: 'SANDBOX' });
  const rule = await made.addRule({ name: 'Cashback', amount: '5' });
  const set = await made.begin([{ type: 'UPDATE_RULE', id: rule.id, rule: { actions: [made.credit('10')] } }]);
  const publish_at = await inHours(made, 24);
  return { ...made, liveRule: rule, set, publish_at };
}

const inHours = async ({ api }: Drafting, hours: number): Promise<string> =>
  new Date(Date.parse((await api.get<{ now: string }>('/sandbox/clock')).body.now) + hours * HOUR_MS).toISOString();

const advance = async ({ api }: Drafting, by: string) =>
  (await api.post<{ performed: Record<string, number> }>('/sandbox/clock/advance', { by })).body.performed;

test('it waits for its time, and is then live for the events of that moment', async () => {
  const made = await scheduled();
  const { status, body } = await made.ask(made.set.id, 'publish', { publish_at: made.publish_at });
  expect([status, body.status, body.publish_at]).toEqual([200, 'SCHEDULED', made.publish_at]);
  expect(await advance(made, '23h')).toMatchObject({ change_sets: 0 });
  await made.sendAndProcess({});
  expect(await made.available('ada')).toBe('5.00');
  expect(await advance(made, '2h')).toMatchObject({ change_sets: 1 });
  expect(await made.read(made.set.id)).toMatchObject({ status: 'PUBLISHED', publish_at: made.publish_at });
  await made.sendAndProcess({});
  expect(await made.available('ada')).toBe('15.00');
  const { data } = (await made.api.get<{ data: RuleConfigurationVersion[] }>(`/programs/${made.program.id}/rules/configuration/versions`))
    .body;
  expect(data[0]).toMatchObject({ api_key_id: made.set.api_key_id });
});

test('while it is scheduled it cannot be edited; another time replaces the first, and cancelling opens it again', async () => {
  const made = await scheduled();
  await made.ask(made.set.id, 'publish', { publish_at: made.publish_at });
  expect(await made.edit(made.set.id, { name: 'Other' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_status', details: { status: 'SCHEDULED' } },
  });
  const later = await inHours(made, 48);
  expect((await made.ask(made.set.id, 'publish', { publish_at: later })).body.publish_at).toBe(later);
  expect(await made.ask(made.set.id, 'cancel-schedule')).toMatchObject({ status: 200, body: { status: 'OPEN', publish_at: null } });
  expect((await made.ask(made.set.id, 'cancel-schedule')).status).toBe(200);
  expect(await advance(made, '3d')).toMatchObject({ change_sets: 0 });
  expect(await made.rule(made.liveRule.id)).toMatchObject({ version: 1 });
});

describe('what cannot be published', () => {
  test('is not scheduled, and neither is a time that has passed', async () => {
    const made = await scheduled();
    expect(await made.ask(made.set.id, 'publish', { publish_at: await inHours(made, -1) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_parameter', param: 'publish_at' },
    });
    await made.api.patch(`/rules/${made.liveRule.id}`, { name: 'Theirs' });
    expect(await made.ask(made.set.id, 'publish', { publish_at: made.publish_at })).toMatchObject({
      status: 409,
      body: { code: 'change_set_conflict' },
    });
    expect((await made.read(made.set.id)).status).toBe('OPEN');
  });

  test('when it is due is open again and says why, once; the others of that moment are published', async () => {
    const made = await scheduled();
    const other = await made.begin([{ type: 'CREATE_RULE', rule: { name: 'New', condition: 'true', actions: [made.credit('1')] } }]);
    for (const { id } of [made.set, other]) await made.ask(id, 'publish', { publish_at: made.publish_at });
    await made.api.patch(`/rules/${made.liveRule.id}`, { name: 'Theirs' });
    expect(await advance(made, '25h')).toMatchObject({ change_sets: 2 });
    expect(await made.read(made.set.id)).toMatchObject({
      status: 'OPEN',
      publish_at: null,
      failure: { code: 'change_set_conflict', message: expect.stringContaining('Cashback') as string, at: made.publish_at },
    });
    expect((await made.read(other.id)).status).toBe('PUBLISHED');
    expect(await made.rule(made.liveRule.id)).toMatchObject({ name: 'Theirs', version: 2 });
    expect(await advance(made, '25h')).toMatchObject({ change_sets: 0 });
    const { data } = (await made.api.get<{ data: AuditEntry[] }>(`/audit-log?resource_type=CHANGE_SET&resource_id=${made.set.id}`)).body;
    expect(data[0]).toMatchObject({ actor_type: 'SYSTEM', after: { status: 'OPEN', failure: { code: 'change_set_conflict' } } });
    await made.ask(made.set.id, 'rebase');
    expect(await made.ask(made.set.id, 'publish')).toMatchObject({ status: 200, body: { status: 'PUBLISHED', failure: null } });
  });
});
