/** Examples kept with a rule run wherever the rule is saved, and one that fails keeps it from being active unless a reason is given. */
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '@/contract/audit-log';
import type { Rule } from '@/contract/rule';
import type { RuleConfigurationVersionDetail } from '@/contract/rule-configuration-version';
import type { RuleExample, RuleExampleRun } from '@/contract/rule-example';
import type { Simulation } from '@/contract/rule-simulation';
import type { RuleValidation } from '@/contract/rule-validation';
import { programWithAsset, type TestProgram } from '@tests/support/programs';
import { configured, NOTHING, sizes } from '@tests/support/rule-configuration';

const CONDITION = 'event.type == "purchase" && event.amount > 50';
const purchase = (amount: number) => ({ event_data: { type: 'purchase', amount } });
const nothingFor = (amount: number): RuleExample => ({
  name: `an order of ${amount} gives nothing`,
  event: purchase(amount),
  expects: { matched: false, effects: [] },
});
const gives = (amount: number, given: string): RuleExample => ({
  name: `an order of ${amount} gives ${given}`,
  event: purchase(amount),
  expects: { matched: true, effects: [{ type: 'CREDIT', target: 'ACTOR', amount: given }] },
});
const FITTING = [nothingFor(49.99), gives(100, '10')];
const WRONG = nothingFor(60);

async function club() {
  const made = await programWithAsset();
  const content = { condition: CONDITION, actions: [{ type: 'CREDIT', asset_id: made.asset.id, amount: '{{ event.amount * 0.1 }}' }] };
  const create = (examples: readonly RuleExample[], more: object = {}) =>
    made.api.post<Rule>('/rules', { program_id: made.program.id, name: 'Cashback', ...content, examples, ...more });
  return { ...made, content, create };
}

const refused = (param: string) => ({ status: 422, body: { code: 'rule_example_failed', param } });
const audited = async ({ api }: TestProgram): Promise<AuditEntry[]> =>
  (await api.get<{ data: AuditEntry[] }>('/audit-log?action=OVERRIDE_EXAMPLES')).body.data;

test('a rule keeps its examples, and runs them when asked', async () => {
  const { api, asset, create } = await club();
  const { status, body: rule } = await create([...FITTING, { ...gives(200, '20.00'), state: { participant: { tags: ['vip'] } } }]);
  expect(status).toBe(201);
  expect(rule.examples.map(({ name }) => name)).toEqual([
    'an order of 49.99 gives nothing',
    'an order of 100 gives 10',
    'an order of 200 gives 20.00',
  ]);
  expect((await api.get<Rule>(`/rules/${rule.id}`)).body.examples).toEqual(rule.examples);
  const run = (await api.get<RuleExampleRun>(`/rules/${rule.id}/examples`)).body;
  expect(run).toMatchObject({ passed: true, examples: [{ passed: true }, { passed: true }, { passed: true }] });
  expect(run.examples[1]?.got.effects).toEqual([
    { type: 'CREDIT', target: 'ACTOR', asset: asset.symbol, bucket: 'AVAILABLE', amount: '10.00' },
  ]);
});

test('a rule whose example fails is not created active: the answer says what was expected and what the rule gives', async () => {
  const { api, program, asset, create } = await club();
  const { status, body } = await create([...FITTING, WRONG]);
  expect({ status, body }).toMatchObject(refused('examples[2]'));
  expect(body).toMatchObject({
    message: `The example "an order of 60 gives nothing" expects nothing, but the rule gives CREDIT 6.00 ${asset.symbol}. Correct the rule or the example, suspend the rule, or send \`example_override_reason\`.`,
    details: {
      examples: [{ path: 'examples[2]', name: WRONG.name, expected: WRONG.expects, got: { matched: true, effects: [{ amount: '6.00' }] } }],
    },
  });
  expect((await api.get<{ data: Rule[] }>(`/rules?program_id=${program.id}`)).body.data).toEqual([]);
});

test('a suspended rule may have failing examples, and is then not made active until they pass', async () => {
  const { api, create } = await club();
  const { body: rule } = await create([WRONG], { status: 'SUSPENDED' });
  expect((await api.get<RuleExampleRun>(`/rules/${rule.id}/examples`)).body).toMatchObject({
    passed: false,
    examples: [{ passed: false }],
  });
  expect(await api.patch(`/rules/${rule.id}`, { status: 'ACTIVE' })).toMatchObject(refused('examples[0]'));
  expect((await api.get<Rule>(`/rules/${rule.id}`)).body).toMatchObject({ status: 'SUSPENDED', version: 1 });
  expect(await api.patch(`/rules/${rule.id}`, { status: 'ACTIVE', examples: FITTING })).toMatchObject({
    status: 200,
    body: { status: 'ACTIVE', version: 2 },
  });
});

test('a change that breaks an example is refused and changes nothing, unless the rule is suspended or only moved', async () => {
  const { api, create } = await club();
  const { body: rule } = await create(FITTING);
  await create([], { name: 'Another' });
  expect(await api.patch(`/rules/${rule.id}`, { condition: 'true' })).toMatchObject(refused('examples[0]'));
  expect((await api.get<Rule>(`/rules/${rule.id}`)).body).toMatchObject({ condition: CONDITION, version: 1 });
  expect(await api.patch(`/rules/${rule.id}`, { condition: 'true', status: 'SUSPENDED' })).toMatchObject({ status: 200 });
  expect(await api.patch(`/rules/${rule.id}`, { status: 'ACTIVE', example_override_reason: 'Fixed tomorrow' })).toMatchObject({
    status: 200,
  });
  expect(await api.patch(`/rules/${rule.id}`, { name: 'Cash back' })).toMatchObject(refused('examples[0]'));
  expect(await api.patch(`/rules/${rule.id}`, { order: 2 })).toMatchObject({ status: 200, body: { order: 2 } });
});

test('a reason lets failing examples pass, and is kept in the audit log and with the version', async () => {
  const made = await club();
  const { body: rule, status } = await made.create([...FITTING, WRONG], { example_override_reason: 'The fair begins today.' });
  expect(status).toBe(201);
  expect(await audited(made)).toMatchObject([
    {
      resource_type: 'RULE',
      resource_id: rule.id,
      resource_name: 'Cashback',
      operation: 'rules.create',
      after: { reason: 'The fair begins today.', failing_examples: [WRONG.name], rule_configuration_version: 2 },
    },
  ]);
  const versions = `/programs/${made.program.id}/rules/configuration/versions`;
  const version = (await made.api.get<RuleConfigurationVersionDetail>(`${versions}/2`)).body;
  expect(version.example_override_reason).toBe('The fair begins today.');
  expect(version.rule_sets[0]?.rules[0]?.examples).toEqual(rule.examples);
});

test('a reason that is not needed leaves no trace', async () => {
  const made = await club();
  expect((await made.create(FITTING, { example_override_reason: 'Just in case' })).status).toBe(201);
  expect(await audited(made)).toEqual([]);
});

describe('a configuration', () => {
  async function document(examples: readonly RuleExample[]) {
    const made = await configured();
    const rule = { client_ref: 'cashback', name: 'Cashback', condition: CONDITION, actions: [made.credit('{{ event.amount * 0.1 }}')] };
    const sets = (of: readonly RuleExample[], more: object = {}) => [
      { key: 'first', name: 'First', rules: [] },
      { key: 'earning', name: 'Earning', rules: [{ ...rule, examples: of, ...more }] },
    ];
    return { ...made, sets, rule_sets: sets(examples) };
  }

  test('is refused by a failing example at its path, in a dry run as well', async () => {
    const { put, read, rule_sets } = await document([...FITTING, WRONG]);
    const { rule_configuration_version: before } = await read();
    for (const dry_run of [true, false])
      expect(await put(rule_sets, { dry_run })).toMatchObject(refused('rule_sets[1].rules[0].examples[2]'));
    expect((await read()).rule_configuration_version).toBe(before);
  });

  test('runs the examples of rules that it leaves unchanged, too', async () => {
    const made = await document([WRONG]);
    await made.change(made.rule_sets, { example_override_reason: 'Known' });
    expect(await made.put(made.rule_sets)).toMatchObject(refused('rule_sets[1].rules[0].examples[0]'));
    expect(sizes(await made.change(made.rule_sets, { example_override_reason: 'Known' }))).toEqual(NOTHING);
    expect(await audited(made)).toHaveLength(1);
  });

  test('takes rules that are suspended with failing examples', async () => {
    const { change, sets } = await document([]);
    expect(sizes(await change(sets([WRONG], { status: 'SUSPENDED' })))).toMatchObject({ created: 3 });
  });

  test('that was read, and one that was exported, is put again without a difference', async () => {
    const { api, path, change, read, rule_sets } = await document(FITTING);
    await change(rule_sets);
    expect(sizes(await change((await read()).rule_sets))).toEqual(NOTHING);
    const exported = (await api.get<{ rule_sets: { rules: { examples: RuleExample[] }[] }[] }>(`${path}/export`)).body;
    expect(exported.rule_sets[1]?.rules[0]?.examples).toEqual(FITTING);
    expect(sizes(await change(exported.rule_sets))).toEqual(NOTHING);
  });

  test('whose examples alone changed is a new version, which says so', async () => {
    const { change, rule_sets, sets } = await document(FITTING);
    await change(rule_sets);
    const { diff, configuration } = await change(sets(FITTING.slice(1)));
    expect(diff.updated).toMatchObject([{ changes: [{ field: 'examples', before: FITTING, after: FITTING.slice(1) }] }]);
    expect(configuration.rule_sets[1]?.rules[0]?.version).toBe(2);
  });

  test('is restored only if its examples pass, unless a reason is given', async () => {
    const made = await document([WRONG]);
    const { configuration } = await made.change(made.rule_sets, { example_override_reason: 'Known' });
    const wrong = configuration.rule_configuration_version;
    const { configuration: right } = await made.change(made.sets(FITTING));
    const restore = (more: object) =>
      made.api.post(`${made.path}/versions/${wrong}/restore`, {
        expected_rule_configuration_version: right.rule_configuration_version,
        ...more,
      });
    expect(await restore({ dry_run: true })).toMatchObject(refused('version.rule_sets[1].rules[0].examples[0]'));
    expect(await restore({})).toMatchObject(refused('version.rule_sets[1].rules[0].examples[0]'));
    expect(await restore({ example_override_reason: 'Back to the fair' })).toMatchObject({ status: 200 });
    expect((await audited(made)).map(({ after }) => after?.reason)).toEqual(['Back to the fair', 'Known']);
  });
});

test('a clone has the examples of its rules, which run in it', async () => {
  const made = await programWithAsset({ mode: 'SANDBOX' });
  const rule = { condition: CONDITION, amount: '{{ event.amount * 0.1 }}', name: 'Cashback' };
  await made.addRule({ ...rule, examples: [WRONG], example_override_reason: 'Known' });
  const clone = (more: object) =>
    made.api.post<{ id: string }>('/sandbox/programs/clone', { name: 'Copy', source_program_id: made.program.id, ...more });
  expect(await clone({})).toMatchObject(refused('configuration.rule_sets[0].rules[0].examples[0]'));
  const { body: copy } = await clone({ example_override_reason: 'A copy for a trial' });
  const { data } = (await made.api.get<{ data: Rule[] }>(`/rules?program_id=${copy.id}`)).body;
  expect(data.map(({ examples }) => examples)).toEqual([[WRONG]]);
});

describe('a draft', () => {
  test('is validated with how its examples turn out, which does not make it invalid', async () => {
    const { api, program, content } = await club();
    const { body } = await api.post<RuleValidation>('/rules/validate', {
      program_id: program.id,
      ...content,
      examples: [...FITTING, WRONG],
    });
    expect(body).toMatchObject({ valid: true, errors: [] });
    expect(body.examples?.map(({ passed }) => passed)).toEqual([true, true, false]);
    expect(body.examples?.[0]?.got.reason).toBe('Amount is 49.99; it must be over 50');
  });

  test('of a stored rule runs the stored examples, in the period of the draft', async () => {
    const { api, create } = await club();
    const { body: rule } = await create(FITTING);
    const passed = async (draft: object) =>
      (await api.post<RuleValidation>('/rules/validate', { rule_id: rule.id, ...draft })).body.examples?.map((example) => example.passed);
    expect(await passed({})).toEqual([true, true]);
    expect(await passed({ condition: 'true' })).toEqual([false, true]);
    expect(await passed({ active_from: '2999-01-01T00:00:00Z' })).toEqual([true, false]);
  });

  test('has no results when it could not run', async () => {
    const { api, program, content } = await club();
    const results = async (body: object) =>
      (await api.post<RuleValidation>('/rules/validate', { program_id: program.id, ...content, examples: FITTING, ...body })).body.examples;
    expect(await results({ condition: 'event.type ==' })).toBeNull();
    expect(await results({ condition: undefined })).toBeNull();
    expect(await results({ program_id: undefined })).toBeNull();
  });
});

test('an example gives what a simulation of its rule gives, for somebody new', async () => {
  const { api, asset, create } = await club();
  const state = { participant: { counters: { visits: '4' }, tags: ['vip'], balances: { [asset.symbol]: { available: '3.00' } } } };
  const actions = [
    { type: 'CREDIT', asset_id: asset.id, amount: '{{ event.amount * 0.1 + participant.counters.visits }}' },
    { type: 'COUNTER', key: 'visits', operation: 'INCREMENT', value: '1' },
    { type: 'TAG', tag: 'regular' },
    { type: 'DEBIT', asset_id: asset.id, amount: '2', shortfall_policy: 'PARTIAL' },
    { type: 'CREDIT', asset_id: asset.id, amount: '1', target: { type: 'RECIPIENT' } },
  ];
  const given = { ...state, recipient: {} };
  const example = { ...gives(123.45, '1'), state: given, expects: { matched: true, effects: [] } };
  const { body: rule } = await create([example], { actions, condition: '"vip" in participant.tags', status: 'SUSPENDED' });
  const [result] = (await api.get<RuleExampleRun>(`/rules/${rule.id}/examples`)).body.examples;
  await api.patch(`/rules/${rule.id}`, { status: 'ACTIVE', examples: [] });
  const { effects } = (await api.post<Simulation>(`/rules/${rule.id}/simulate`, { event: purchase(123.45), state: given })).body;
  expect(result?.got.effects).toHaveLength(actions.length);
  expect(result?.got.effects.map(({ type, amount, bucket, key, value }) => ({ type, amount, bucket, key, value }))).toEqual(
    effects.map(({ type, amount, bucket, key, value }) => ({ type, amount, bucket, key, value })),
  );
});

test('an example with an action on a known participant leaves nothing behind, on assets with lots as well', async () => {
  const { api, program, asset, available, addRule } = await programWithAsset({ inventory_mode: 'LOT', issuance_policy: 'PREFUNDED' });
  await api.post('/participants', { external_id: 'ada', program_id: program.id });
  const rule = await addRule({
    actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '5', target: { type: 'PARTICIPANT', external_id: 'ada' } }],
    examples: [
      {
        name: 'ada gets 5',
        event: { event_data: {} },
        expects: { matched: true, effects: [{ type: 'CREDIT', target: 'PARTICIPANT', amount: '5' }] },
      },
    ],
  });
  expect((await api.get<RuleExampleRun>(`/rules/${rule.id}/examples`)).body.passed).toBe(true);
  expect(await available('ada')).toBeNull();
});

test.each([
  ['more than twenty', Array.from({ length: 21 }, () => WRONG), 'examples'],
  ['too many characters', [{ ...WRONG, event: { event_data: { text: 'x'.repeat(70_000) } } }], 'examples'],
  [
    'an action of no known kind',
    [{ ...WRONG, expects: { matched: true, effects: [{ type: 'NOTHING' }] } }],
    'examples[0].expects.effects[0].type',
  ],
  ['no name', [{ ...WRONG, name: ' ' }], 'examples[0].name'],
])('%s: refused with the field at fault', async (_what, examples, param) => {
  const { create } = await club();
  expect(await create(examples as RuleExample[])).toMatchObject({ status: 400, body: { code: 'validation_error', param } });
});

test('an empty reason is refused', async () => {
  const { create } = await club();
  expect(await create([WRONG], { example_override_reason: '' })).toMatchObject({
    status: 400,
    body: { code: 'validation_error', param: 'example_override_reason' },
  });
});
