import { expect, test } from 'vitest';
import type { Rule } from '@/contract/rule';
import type { RuleConfigurationChange } from '@/contract/rule-configuration';
import type { Program } from '@/contract/program';
import { programWithAsset, type TestProgram } from '@tests/support/programs';
import { statementsOf } from '@tests/support/statements';

const codes = ({ warnings = [] }: Rule): string[] => warnings.map(({ code }) => code);
const read = async (club: TestProgram, id: string): Promise<Rule> => (await club.api.get<Rule>(`/rules/${id}`)).body;

test('a rule carries its warnings when it is made, changed and read, with every field of the contract', async () => {
  const club = await programWithAsset();
  await club.api.post('/participants', { external_id: 'ada', tags: ['gold-member'] });
  const rule = await club.addRule({ condition: '"gold-membr" in participant.tags' });
  const warning = {
    client_ref: null,
    code: 'unknown_state_key',
    key: 'gold-membr',
    kind: 'tag',
    message: expect.stringContaining('gold-membr'),
    rule_id: rule.id,
    rule_set_id: rule.rule_set_id,
    scope: 'participant',
    suggestion: 'gold-member',
  };
  expect(rule.warnings).toEqual([warning]);
  expect((await read(club, rule.id)).warnings).toEqual([warning]);
  const { body } = await club.api.patch<Rule>(`/rules/${rule.id}`, { condition: '"gold-member" in participant.tags' });
  expect(body.warnings).toEqual([]);
  expect((await read(club, rule.id)).warnings).toEqual([]);
});

test('a rule that reads what participants do not have is warned of, with what may have been meant', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({ condition: 'participant.tag == "vip"' });
  expect(rule.warnings).toMatchObject([{ code: 'unknown_member', kind: 'member', scope: 'participant', key: 'tag', suggestion: 'tags' }]);
});

test('a rule that ended in ERROR for some of the latest events says for how many and why, until it is changed', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({ condition: 'event.type == "buy"', amount: '{{ math.least(event.amount, 5) }}' });
  await club.sendAndProcess({ event_data: { type: 'buy', amount: 3 } });
  expect(codes(await read(club, rule.id))).toEqual([]);
  const event = await club.sendAndProcess({ event_data: { type: 'buy' } });
  expect(event).toMatchObject({ status: 'COMPLETED', rule_evaluations: [{ status: 'ERROR' }] });
  const { warnings } = await read(club, rule.id);
  expect(warnings).toMatchObject([{ code: 'failing_rule', kind: 'rule', scope: 'event', key: rule.id, rule_id: rule.id }]);
  expect(warnings?.[0]?.message).toMatch(/ERROR for 1 of the latest 2 events .* event\.amount is absent\. Use `has/);
  const condition = 'event.type == "buy" && has(event.amount)';
  const { body: mended } = await club.api.patch<Rule>(`/rules/${rule.id}`, { condition });
  expect(codes(mended)).toEqual([]);
});

test('warnings never keep a rule from being saved or from running', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({ condition: 'event.never_sent == 1 || true', amount: '{{ event.amount }}' });
  expect(codes(rule)).toEqual(['constant_condition', 'unbudgeted_issuance']);
  const event = await club.sendAndProcess({ event_data: { amount: 3 } });
  expect(event.rule_evaluations).toMatchObject([{ status: 'MATCHED' }]);
});

test('a key becomes known when somebody has it, or when a rule sets it', async () => {
  const club = await programWithAsset();
  const reader = await club.addRule({ condition: 'participant.counters.visits > 2 && participant.attributes.city == "Berlin"' });
  expect(reader.warnings?.map(({ kind, key }) => [kind, key])).toEqual([
    ['counter', 'visits'],
    ['attribute', 'city'],
  ]);
  await club.addRule({
    condition: 'event.type == "visit"',
    actions: [{ type: 'COUNTER', key: 'visits', operation: 'INCREMENT', value: '1' }],
  });
  await club.api.post('/participants', { external_id: 'ada', attributes: { city: 'Paris' } });
  expect(codes(await read(club, reader.id))).toEqual([]);
});

test('state of another organization makes no key known', async () => {
  const [club, other] = [await programWithAsset(), await programWithAsset()];
  await other.api.post('/participants', { external_id: 'ada', tags: ['vip'] });
  expect(codes(await club.addRule({ condition: '"vip" in participant.tags' }))).toEqual(['unknown_state_key']);
});

test('a field is warned of once events came and none had it', async () => {
  const club = await programWithAsset({ mode: 'SANDBOX' });
  const rule = await club.addRule({ condition: 'event.amuont > 10' });
  expect(codes(rule)).toEqual([]);
  await club.send({ event_data: { amount: 12 } });
  expect((await club.api.post('/sandbox/clock/advance', { by: '1h' })).status).toBe(200);
  expect((await read(club, rule.id)).warnings).toMatchObject([
    { code: 'referenced_event_field_never_observed', kind: 'event_field', scope: 'event', key: 'amuont', suggestion: 'amount' },
  ]);
});

test('a rule behind one that stops the set is told where it stands, and no longer once the other is suspended', async () => {
  const club = await programWithAsset();
  const first = await club.addRule({ condition: 'event.type == "buy"', stop_after_match: true });
  const second = await club.addRule({ condition: 'event.type == "buy" && event.amount > 5' });
  expect(second.warnings).toMatchObject([{ code: 'unreachable_rule', key: first.id, scope: 'rule_set' }]);
  await club.api.patch(`/rules/${first.id}`, { status: 'SUSPENDED' });
  expect(codes(await read(club, second.id))).toEqual([]);
});

test('two rules that credit the same event name each other', async () => {
  const club = await programWithAsset();
  const one = await club.addRule({ condition: 'event.type == "buy"' });
  const other = await club.addRule({ condition: 'event.type == "buy" && event.amount > 5' });
  expect(other.warnings).toMatchObject([{ code: 'double_credit', key: one.id }]);
  expect((await read(club, one.id)).warnings).toMatchObject([{ code: 'double_credit', key: other.id }]);
});

test('issuance without a limit is warned of until a budget or the asset sets one', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({ condition: 'event.amount > 1', amount: '{{ event.amount * 0.1 }}' });
  expect(rule.warnings).toMatchObject([{ code: 'unbudgeted_issuance', kind: 'asset', key: club.asset.symbol }]);
  const budgeted = await club.api.patch<Rule>(`/rules/${rule.id}`, {
    budgets: [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '100', schedule_type: null }],
  });
  expect([budgeted.status, codes(budgeted.body)]).toEqual([200, []]);
  const capped = await programWithAsset({ max_transaction_amount: '50' });
  expect(codes(await capped.addRule({ condition: 'event.amount > 1', amount: '{{ event.amount * 0.1 }}' }))).toEqual([]);
});

test('a rule that names an archived asset says so, and an archived rule says nothing', async () => {
  const club = await programWithAsset();
  const rule = await club.addRule({ condition: 'event.type == "buy"' });
  await club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' });
  expect((await read(club, rule.id)).warnings).toMatchObject([{ code: 'archived_asset', key: club.asset.symbol }]);
  expect(codes((await club.api.patch<Rule>(`/rules/${rule.id}`, { status: 'ARCHIVED' })).body)).toEqual([]);
  expect(codes(await read(club, rule.id))).toEqual([]);
});

test('a rule whose events come back to it says by which way', async () => {
  const club = await programWithAsset();
  const schedule = (event_name: string) => [{ type: 'SCHEDULE_EVENT', event_name, delay: '1d' }];
  const ping = await club.addRule({ name: 'Ping', condition: 'event.type == "pong"', actions: schedule('ping') });
  expect(codes(ping)).toEqual([]);
  const pong = await club.addRule({ name: 'Pong', condition: 'event.type == "ping"', actions: schedule('pong') });
  expect(pong.warnings).toMatchObject([
    { code: 'event_cycle', kind: 'event', key: 'pong', message: expect.stringContaining('through "Ping"') },
  ]);
  expect(codes(await read(club, ping.id))).toEqual(['event_cycle']);
});

/** A second program with the asset of the first, and a rule with something to warn of in each way. */
async function twoPrograms(): Promise<TestProgram> {
  const club = await programWithAsset();
  const { body: other } = await club.api.post<Program>('/programs', { name: 'Other' });
  await club.api.put(`/programs/${other.id}/assets/${club.asset.id}`);
  await club.api.patch(`/programs/${other.id}/state/tags`, { add: ['summer'] });
  await club.addRule({ condition: '"summer" in program.tags' });
  await club.addRule({ program_id: other.id, condition: '"summer" in program.tags && event.amuont > 1' });
  await club.addRule({ program_id: other.id, condition: 'event.type == "buy"', amount: '{{ event.amount }}' });
  await club.addRule({ name: 'Capped', condition: 'event.type == "buy"', amount: '{{ math.least(event.amount, 5) }}' });
  await club.addRule({ condition: 'event.type == "buy"' });
  const former = await club.addRule({ condition: 'true' });
  await club.api.patch(`/rules/${former.id}`, { status: 'ARCHIVED' });
  await club.send({ event_data: { type: 'buy', amount: 1 } });
  await club.sendAndProcess({ event_data: { type: 'buy' } });
  await club.sendAndProcess({ program_id: other.id, event_data: { type: 'sell', amount: 1 } });
  return club;
}

test('a list of rules of several programs carries for each rule exactly the warnings of the single rule', async () => {
  const club = await twoPrograms();
  const { body } = await club.api.get<{ data: Rule[] }>('/rules?include_archived=true');
  expect(body.data).toHaveLength(6);
  for (const row of body.data) expect(row).toEqual(await read(club, row.id));
  expect(body.data.flatMap(codes).toSorted()).toEqual([
    'double_credit',
    'double_credit',
    'failing_rule',
    'referenced_event_field_never_observed',
    'unbudgeted_issuance',
    'unknown_state_key',
  ]);
});

test('a page of rules takes as many statements as one rule, however many the rules and their programs', async () => {
  const club = await twoPrograms();
  const list = () => club.api.get<{ data: Rule[] }>('/rules?limit=200');
  const one = () => club.api.get<{ data: Rule[] }>('/rules?search=Capped');
  await list();
  const [single, few] = [await statementsOf(one), await statementsOf(list)];
  for (let n = 0; n < 30; n += 1) await club.addRule({ name: `Rule ${n}`, condition: `event.type == "kind-${n}"` });
  for (let n = 0; n < 3; n += 1) {
    const { body } = await club.api.post<Program>('/programs', { name: `Program ${n}` });
    await club.api.put(`/programs/${body.id}/assets/${club.asset.id}`);
    await club.addRule({ program_id: body.id, condition: 'event.amount > 1' });
  }
  const cold = await statementsOf(list);
  const many = await statementsOf(list);
  expect((await list()).body.data).toHaveLength(38);
  expect([few.length, many.length, cold.length]).toEqual([single.length, single.length, single.length + 1]);
});

test('a configuration that is put, tried out or restored is answered with the warnings of all its rules, by the names its author gave them', async () => {
  const club = await programWithAsset();
  const path = `/programs/${club.program.id}/rules/configuration`;
  const rule = (client_ref: string, condition: string) => ({
    client_ref,
    name: client_ref,
    condition,
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '1' }],
  });
  const sets = [
    {
      key: 'base',
      name: 'Base',
      rules: [rule('one', 'event.type == "a"'), rule('other', 'event.type == "a" && event.type == "b"'), rule('fine', 'event.type == "c"')],
    },
  ];
  const put = (body: Record<string, unknown>) => club.api.put<RuleConfigurationChange>(path, { rule_sets: sets, ...body });
  const told = ({ warnings }: RuleConfigurationChange) => warnings.map(({ code, client_ref }) => [code, client_ref]);
  const expected = [['constant_condition', 'other']];
  expect(told((await put({ expected_rule_configuration_version: 1, dry_run: true })).body)).toEqual(expected);
  const made = (await put({ expected_rule_configuration_version: 1 })).body;
  expect(told(made)).toEqual(expected);
  const [set] = made.configuration.rule_sets;
  expect(made.warnings[0]).toMatchObject({ rule_id: set?.rules[1]?.id, rule_set_id: set?.id });
  const emptied = (await put({ expected_rule_configuration_version: 2, rule_sets: [] })).body;
  expect(emptied.warnings).toEqual([]);
  const restored = await club.api.post<RuleConfigurationChange>(`${path}/versions/2/restore`, { expected_rule_configuration_version: 3 });
  expect(told(restored.body)).toEqual(expected);
});
