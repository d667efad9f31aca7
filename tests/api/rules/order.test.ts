/** The order in which rules act, what later ones see of earlier ones, and that an event takes effect completely or not at all. */
import { expect, test } from 'vitest';
import type { RuleSet } from '@/contract/rule-set';
import { snapshot } from '@tests/support/ledger';
import { actionProgram } from '@tests/support/rules';

const attribute = (key: string, value: string) => ({ type: 'SET_ATTRIBUTE', key, value });

test('stop_after_match ends its own set and no other', async () => {
  const { api, program, addRule, happen, person } = await actionProgram();
  const [first, second] = await Promise.all(
    ['first', 'second'].map(async (key) => (await api.post<RuleSet>(`/programs/${program.id}/rule-sets`, { key, name: key })).body),
  );
  const inSet = (set: RuleSet | undefined, name: string, fields: Record<string, unknown> = {}) =>
    addRule({ rule_set_id: set!.id, name, actions: [{ type: 'TAG', tag: name }], ...fields });
  await inSet(first, 'a', { stop_after_match: true });
  await inSet(first, 'b');
  await inSet(second, 'c', { condition: 'false', stop_after_match: true });
  await inSet(second, 'd');
  const { rule_evaluations } = await happen('any');
  expect(Object.fromEntries(rule_evaluations.map(({ rule_name, status }) => [rule_name, status]))).toEqual({
    a: 'MATCHED',
    b: 'SKIPPED_STOPPED',
    c: 'NOT_MATCHED',
    d: 'MATCHED',
  });
  expect((await person()).tags).toEqual(['a', 'd']);
});

test('the actions of a rule happen in their order, and its templates are filled in before any of them', async () => {
  const { on, happen, person } = await actionProgram();
  await on(
    'go',
    { type: 'CREDIT', amount: '10' },
    { type: 'DEBIT', amount: '4' },
    { type: 'HOLD', amount: '6', reference_id: 'h' },
    attribute('before', '{{ participant.balances.PTS.available }}'),
  );
  await on('go', attribute('after', '{{ participant.balances.PTS.held }}'));
  expect(await happen('go')).toMatchObject({ status: 'COMPLETED' });
  expect((await person()).attributes).toEqual({ before: 0, after: 6 });
});

test('later rules read the tags, attributes, counters and balances that earlier ones left, of everybody alike', async () => {
  const { on, addRule, happen } = await actionProgram();
  await on(
    'go',
    { type: 'TAG', tag: 'x' },
    attribute('city', 'Turin'),
    { type: 'COUNTER', key: 'n', value: 2, target: { type: 'RECIPIENT' } },
    { type: 'CREDIT', amount: '3', target: { type: 'RECIPIENT' } },
    { type: 'COUNTER', key: 'total', value: 5, target: { type: 'PROGRAM' } },
  );
  await addRule({
    condition:
      '"x" in participant.tags && participant.attributes.city == "Turin" && recipient.counters.n == 2 && recipient.balances.PTS.available == 3 && program.counters.total == 5',
  });
  expect((await happen('go', {}, { recipient_external_id: 'bob' })).rule_evaluations.at(-1)).toMatchObject({ status: 'MATCHED' });
});

test('the actor who is the recipient too has one state and one balance', async () => {
  const { on, happen, balance, person } = await actionProgram();
  await on(
    'go',
    { type: 'COUNTER', key: 'n', value: 1 },
    { type: 'COUNTER', key: 'n', value: 1, target: { type: 'RECIPIENT' } },
    { type: 'CREDIT', amount: '1' },
    { type: 'CREDIT', amount: '1', target: { type: 'RECIPIENT' } },
  );
  await happen('go', {}, { recipient_external_id: 'ada' });
  expect((await balance()).available).toBe('2.00');
  expect((await person()).counters).toEqual({ n: '2' });
});

test('an event whose last action is refused changes no row but its own', async () => {
  const { id, on, happen, enroll, api } = await actionProgram();
  await enroll('ada', 'bob');
  await api.post('/webhook-endpoints', {
    url: 'http://127.0.0.1:9/hook',
    enabled_events: ['balance.credited', 'participant.tier_changed', 'transfer.completed'],
  });
  await on(
    'go',
    { type: 'CREDIT', amount: '5' },
    { type: 'TRANSFER', amount: '2', target: { type: 'PARTICIPANT', external_id: 'bob' } },
    { type: 'TAG', tag: 'x' },
    { type: 'COUNTER', key: 'n', value: 1 },
    { type: 'SCHEDULE_EVENT', event_name: 'later' },
    { type: 'BROADCAST', event_name: 'all' },
  );
  await on('go', { type: 'FORFEIT', amount: '3.01' });
  const before = await snapshot(id);
  const event = await happen('go');
  expect(event).toMatchObject({ status: 'FAILED', error_code: 'insufficient_funds' });
  expect(event.rule_evaluations).toMatchObject([
    { status: 'MATCHED', actions: [] },
    { status: 'MATCHED', actions: [], reason: expect.stringContaining('less than the requested amount') },
  ]);
  expect(await snapshot(id)).toEqual(before);
  const { body } = await api.get<{ data: unknown[] }>('/events');
  expect(body.data).toHaveLength(1);
});
