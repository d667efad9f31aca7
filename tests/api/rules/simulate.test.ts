import { expect, test } from 'vitest';
import type { Rule } from '@/contract/rule';
import type { Simulation } from '@/contract/rule-simulation';
import { statement } from '@/server/db/transaction';
import { snapshot } from '@tests/support/ledger';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

const MISSING = '00000000-0000-4000-8000-000000000000';
const BUY = { event: { event_data: { type: 'buy', amount: 80 }, external_id: 'ada' } };

async function simulate(club: TestProgram, path: string, body: Record<string, unknown>): Promise<Simulation> {
  const answer = await club.api.post<Simulation>(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
const ofRule = (club: TestProgram, rule: Rule, body: Record<string, unknown> = BUY) => simulate(club, `/rules/${rule.id}/simulate`, body);
const ofProgram = (club: TestProgram, body: Record<string, unknown> = BUY) =>
  simulate(club, `/programs/${club.program.id}/rules/simulate`, body);

const RULE_TABLES = ['events', 'broadcasts', 'budget_usage', 'rules', 'rule_sets', 'rule_configuration_versions'];

/** Every row that a real event or a rule change could touch. */
async function kept(organizationId: string): Promise<unknown> {
  const counts = RULE_TABLES.map(
    (table) => `SELECT '${table}' AS name, count(*)::int AS count FROM ${table} WHERE organization_id = $1`,
  ).join(' UNION ALL ');
  return [await statement(counts, [organizationId]), await snapshot(organizationId)];
}

test('a simulated event shows what its rules would do to somebody unknown, and leaves nothing', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({ condition: 'event.type == "buy" && event.amount >= 50', amount: '{{ event.amount * 0.1 }}' });
  const before = await kept(club.id);
  const { matched, failure, evaluations, effects } = await ofProgram(club);
  expect([matched, failure]).toEqual([true, null]);
  expect(evaluations).toMatchObject([
    { rule_id: rule.id, status: 'MATCHED', explanation: null, actions: [{ type: 'CREDIT', result: 'APPLIED', amount: '8.00' }] },
  ]);
  expect(effects).toEqual([
    {
      rule_id: rule.id,
      type: 'CREDIT',
      target: { type: 'PARTICIPANT', id: null, external_id: 'ada' },
      asset_id: club.asset.id,
      bucket: 'AVAILABLE',
      amount: '8.00',
    },
  ]);
  expect(await kept(club.id)).toEqual(before);
  expect((await club.api.get('/participants/ext:ada')).status).toBe(404);
});

test('a simulation decides exactly what the event then does', async () => {
  const club = await programWithAsset({ inventory_mode: 'LOT' });
  await club.addRule({
    condition: 'event.amount > 10',
    amount: '{{ event.amount * 0.333 }}',
    budgets: [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '40', schedule_type: null }],
  });
  await club.addRule({ condition: 'event.amount > 100' });
  await club.addRule({
    condition: 'participant.counters.visits >= 1',
    actions: [
      { type: 'TAG', tag: 'regular' },
      { type: 'COUNTER', key: 'visits', operation: 'INCREMENT', value: '1' },
    ],
  });
  await club.addRule({ condition: 'true', actions: [{ type: 'COUNTER', key: 'visits', operation: 'INCREMENT', value: '1' }] });
  for (const amount of [80, 80, 200]) {
    const event = { event_data: { amount }, external_id: 'ada' };
    const before = await kept(club.id);
    const told = await ofProgram(club, { event });
    expect(await kept(club.id)).toEqual(before);
    const { rule_evaluations } = await club.sendAndProcess(event);
    const seen = rule_evaluations.map(({ actions, ...evaluation }) => ({
      ...evaluation,
      client_ref: null,
      actions: actions.map(({ target: _target, journal_entry_id: _entry, ...action }) => action),
    }));
    expect(told.evaluations).toEqual(seen);
  }
  expect(await club.available('ada')).toBe('50.00');
});

test('a rule is tried by itself, whatever the other rules of its program say', async () => {
  const club = await programWithAsset();
  await club.addRule({ condition: 'true', stop_after_match: true });
  const rule = await club.addRule({ condition: 'event.amount >= 100', amount: '7' });
  const { matched, evaluations, effects } = await ofRule(club, rule);
  expect([matched, effects]).toEqual([false, []]);
  expect(evaluations).toMatchObject([
    { rule_id: rule.id, status: 'NOT_MATCHED', explanation: 'Amount is 80; it must be at least 100', actions: [] },
  ]);
  expect(evaluations[0]?.trace).toContainEqual({ expression: 'event.amount >= 100', value: false, margin: '-20' });
});

test('state that is supposed is put on top of what is stored, key by key', async () => {
  const club = await programWithAsset();
  await club.api.post('/participants', { external_id: 'ada', tags: ['old'], attributes: { city: 'Berlin', plan: 'free' } });
  await club.addRule({ condition: '"vip" in participant.tags && !("old" in participant.tags)' });
  await club.addRule({ condition: 'participant.attributes.city == "Berlin" && participant.attributes.plan == "pro"' });
  await club.addRule({
    condition: 'participant.counters.visits > 2.5 && program.counters.season == 4 && participant.tiers.status.rank == 2',
  });
  await club.addRule({ condition: `participant.balances.${club.asset.symbol}.available > 99 && recipient.attributes.team == "x"` });
  const state = {
    participant: {
      tags: ['VIP'],
      attributes: { plan: 'pro' },
      counters: { visits: '2.75' },
      tiers: { status: { level: 'gold', rank: 2 } },
      balances: { [club.asset.symbol]: { available: '99.50' } },
    },
    recipient: { attributes: { team: 'x' } },
    program: { counters: { season: 4 } },
  };
  expect((await ofProgram(club, { ...BUY, state })).evaluations.map(({ status }) => status)).toEqual(
    Array.from({ length: 4 }, () => 'MATCHED'),
  );
  expect((await ofProgram(club)).matched).toBe(false);
  expect((await club.api.get('/participants/ext:ada')).body).toMatchObject({ tags: ['old'], attributes: { city: 'Berlin', plan: 'free' } });
});

test.each(['SIMPLE', 'LOT'] as const)('balances that are supposed can be taken, held and given on: %s', async (inventory_mode) => {
  const club = await programWithAsset({ inventory_mode });
  const asset_id = club.asset.id;
  await club.addRule({
    condition: 'true',
    actions: [
      { type: 'DEBIT', asset_id, amount: '30' },
      { type: 'HOLD', asset_id, amount: '20', reference_id: 'order' },
      { type: 'RELEASE', asset_id, amount: '5' },
      { type: 'TRANSFER', asset_id, amount: '10', target: { type: 'RECIPIENT' } },
    ],
  });
  const state = { participant: { balances: { [club.asset.symbol]: { available: '60', held: '5', deferred: '1' } } } };
  const event = { ...BUY.event, recipient_external_id: 'bob' };
  const { failure, effects } = await ofProgram(club, { event, state });
  expect(failure).toBe(null);
  expect(effects.map(({ type, bucket, amount, target }) => [type, bucket, amount, target?.external_id])).toEqual([
    ['DEBIT', 'AVAILABLE', '30.00', 'ada'],
    ['HOLD', 'HELD', '20.00', 'ada'],
    ['RELEASE', 'AVAILABLE', '5.00', 'ada'],
    ['TRANSFER', 'AVAILABLE', '10.00', 'bob'],
  ]);
  expect(await ofProgram(club, { event })).toMatchObject({ matched: true, effects: [], failure: { code: 'insufficient_funds' } });
});

test('what would make the event fail is told, and then it has no effects', async () => {
  const club = await programWithAsset({ issuance_policy: 'PREFUNDED' });
  await club.addRule({ condition: 'true', actions: [{ type: 'TAG', tag: 'a' }] });
  await club.addRule({ condition: 'true', amount: '10' });
  const { failure, effects, evaluations } = await ofProgram(club);
  expect(failure).toMatchObject({ code: 'insufficient_funds' });
  expect(effects).toEqual([]);
  expect(evaluations.map(({ status, actions }) => [status, actions])).toEqual([
    ['MATCHED', []],
    ['MATCHED', []],
  ]);
});

test('events that a rule would make are shown with their data and their time, and are not made', async () => {
  const club = await programWithAsset({ mode: 'SANDBOX' });
  const rule = await club.addRule({
    condition: 'event.type == "buy"',
    actions: [{ type: 'SCHEDULE_EVENT', event_name: 'remind', payload: { amount: '{{ event.amount }}' }, delay: '2d' }],
  });
  const { effects } = await ofRule(club, rule);
  expect(effects).toMatchObject([{ type: 'SCHEDULE_EVENT', event_data: { type: 'remind', amount: 80 }, target: { external_id: 'ada' } }]);
  expect(Date.parse(effects[0]!.due_at!)).toBeGreaterThan(Date.now() + 47 * 3_600_000);
  await club.api.post('/sandbox/clock/advance', { by: '3d' });
  expect((await club.api.get<{ data: unknown[] }>('/events')).body.data).toEqual([]);
});

test('a draft is tried instead of what is stored, by the names its author gave, and stores nothing', async () => {
  const club = await programWithAsset();
  const stored = await club.addRule({ condition: 'event.amount > 100', amount: '1' });
  const credit = (amount: string) => [{ type: 'CREDIT', asset: club.asset.symbol, amount }];
  const draft = (condition: string) => ({
    rule_sets: [
      {
        key: 'base',
        name: 'Base',
        rules: [
          { id: stored.id, client_ref: 'kept', name: 'Kept', condition, actions: credit('5') },
          { client_ref: 'new', name: 'New', condition: 'event.type == "buy"', actions: credit('2') },
        ],
      },
    ],
  });
  const before = await kept(club.id);
  const { evaluations, effects } = await ofProgram(club, { ...BUY, configuration: draft('event.amount > 50') });
  expect(evaluations).toMatchObject([
    { client_ref: 'kept', rule_id: stored.id, rule_version: 1, status: 'MATCHED' },
    { client_ref: 'new', status: 'MATCHED' },
  ]);
  expect(effects.map(({ amount }) => amount)).toEqual(['5.00', '2.00']);
  expect(await kept(club.id)).toEqual(before);
  const broken = await club.api.post(`/programs/${club.program.id}/rules/simulate`, { ...BUY, configuration: draft('event.amount >') });
  expect(broken).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'configuration.rule_sets[0].rules[0].condition' } });
});

test('the time of the event decides which rules are active, and suspended ones say so', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({ condition: 'true', active_to: '2026-01-01T00:00:00Z' });
  expect((await ofRule(club, rule)).evaluations).toMatchObject([{ status: 'SKIPPED_INACTIVE' }]);
  expect((await ofRule(club, rule, { event: { ...BUY.event, event_timestamp: '2025-06-01T00:00:00Z' } })).matched).toBe(true);
  await club.api.patch(`/rules/${rule.id}`, { status: 'SUSPENDED' });
  expect((await ofRule(club, rule)).evaluations).toMatchObject([{ status: 'SKIPPED_INACTIVE', reason: 'the rule is suspended' }]);
  await club.api.patch(`/rules/${rule.id}`, { status: 'ARCHIVED' });
  expect(await club.api.post(`/rules/${rule.id}/simulate`, BUY)).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
});

test('what belongs to somebody else, and what no event could hold, is refused', async () => {
  const [club, other] = [await programWithAsset(), await programWithAsset()];
  const rule = await other.addRule({});
  for (const path of [`/rules/${rule.id}/simulate`, `/rules/${MISSING}/simulate`, `/programs/${other.program.id}/rules/simulate`]) {
    expect(await club.api.post(path, BUY)).toMatchObject({ status: 404 });
  }
  const path = `/programs/${club.program.id}/rules/simulate`;
  expect(await club.api.post(path, { event: { event_data: { n: 2 ** 60 } } })).toMatchObject({
    status: 400,
    body: { code: 'amount_precision_exceeded', param: 'event.event_data.n' },
  });
  expect(await club.api.post(path, { ...BUY, state: { participant: { balances: { NONE: { available: '1' } } } } })).toMatchObject({
    status: 400,
    body: { code: 'asset_not_linked', param: 'state.participant.balances.NONE' },
  });
  expect(
    await club.api.post(path, { ...BUY, state: { participant: { balances: { [club.asset.symbol]: { available: '-1' } } } } }),
  ).toMatchObject({ status: 400 });
});
