import { expect, test } from 'vitest';
import type { RuleConfigurationResource, RuleConfigurationChange } from '@/contract/rule-configuration';
import type { Rule } from '@/contract/rule';
import { configured, NOTHING, sizes, type Configured } from '@tests/support/rule-configuration';

const outline = ({ rule_sets }: RuleConfigurationResource): string[] =>
  rule_sets.map(
    ({ key, order, rules }) => `${order} ${key}: ${rules.map((rule) => `${rule.order} ${rule.name} v${rule.version}`).join(', ')}`,
  );
/** Two sets with three rules, with which most tests begin. */
const base = (made: Configured) => [
  {
    key: 'base',
    name: 'Base earning',
    rules: [
      { client_ref: 'purchase', name: 'Purchase', condition: 'event.amount > 0', actions: [made.credit('{{ event.amount }}')] },
      { client_ref: 'signup', name: 'Sign-up', condition: 'event.type == "signup"', actions: [made.credit('10')] },
    ],
  },
  { key: 'bonus', name: 'Bonus', rules: [{ client_ref: 'weekend', name: 'Weekend', condition: 'true', actions: [made.credit('1')] }] },
];

test('a program without rules has an empty configuration of version 1', async () => {
  const { program, read } = await configured();
  expect(await read()).toEqual({ program_id: program.id, rule_configuration_version: 1, rule_sets: [] });
});

test('the configuration shows every set and rule as its own record, in evaluation order, without what is archived', async () => {
  const made = await configured();
  const first = await made.addRule({ name: 'First', budgets: [{ asset_id: made.asset.id, scope: 'PROGRAM', limit: '500' }] });
  const gone = await made.addRule({ name: 'Gone' });
  await made.addRule({ name: 'Before', order: 1 });
  await made.api.patch(`/rules/${gone.id}`, { status: 'ARCHIVED' });
  const configuration = await made.read();
  expect(outline(configuration)).toEqual(['1 default: 1 Before v1, 2 First v1']);
  const { client_ref, ...rule } = configuration.rule_sets[0]!.rules[1]!;
  expect(client_ref).toBe(first.id);
  const { warnings: _warnings, ...alone } = (await made.api.get<Rule>(`/rules/${first.id}`)).body;
  expect(rule).toEqual(alone);
});

test('a whole configuration is put at once, with one new version, and runs', async () => {
  const made = await configured();
  const { configuration, diff } = await made.change(base(made));
  expect(configuration.rule_configuration_version).toBe(2);
  expect(outline(configuration)).toEqual(['1 base: 1 Purchase v1, 2 Sign-up v1', '2 bonus: 1 Weekend v1']);
  expect(configuration).toEqual(await made.read());
  expect(diff.created.map(({ resource_type, client_ref, to }) => [resource_type, client_ref, to.order])).toEqual([
    ['RULE_SET', 'base', 1],
    ['RULE_SET', 'bonus', 2],
    ['RULE', 'purchase', 1],
    ['RULE', 'signup', 2],
    ['RULE', 'weekend', 1],
  ]);
  expect({ ...sizes({ diff }), created: 0 }).toEqual(NOTHING);
  await made.sendAndProcess({ event_data: { type: 'signup', amount: 5 } });
  expect(await made.available('ada')).toBe('16.00');
});

test('putting the same again changes nothing and makes no version: by reference, by id, and as it was read', async () => {
  const made = await configured();
  await made.change(base(made));
  const before = await made.read();
  expect(sizes(await made.change(base(made)))).toEqual(NOTHING);
  expect(sizes(await made.change(before.rule_sets))).toEqual(NOTHING);
  const { body } = await made.api.put<RuleConfigurationChange>(made.path, { ...before, expected_rule_configuration_version: 2 });
  expect(sizes(body)).toEqual(NOTHING);
  expect(await made.read()).toEqual(before);
});

test('only what differs grows a version; what is left out is archived, what moves keeps its id', async () => {
  const made = await configured();
  const before = (await made.change(base(made))).configuration;
  const [purchase, signup, weekend] = before.rule_sets.flatMap((set): Rule[] => set.rules) as [Rule, Rule, Rule];
  const { configuration, diff } = await made.change([
    {
      key: 'bonus',
      name: 'Bonus and more',
      rules: [
        { client_ref: 'fresh', name: 'Fresh', condition: 'true', actions: [made.credit('2')] },
        { id: weekend.id, name: 'Weekend', condition: 'true', actions: [made.credit('1')] },
      ],
    },
    {
      key: 'base',
      name: 'Base earning',
      rules: [{ client_ref: 'purchase', name: 'Purchase', condition: 'event.amount > 5', actions: [made.credit('{{ event.amount }}')] }],
    },
  ]);
  expect(outline(configuration)).toEqual(['1 bonus: 1 Fresh v1, 2 Weekend v1', '2 base: 1 Purchase v2']);
  expect(configuration.rule_sets[1]!.rules[0]!.id).toBe(purchase.id);
  expect(configuration.rule_sets[0]!.rules[1]!.id).toBe(weekend.id);
  expect(diff.created).toMatchObject([{ resource_type: 'RULE', client_ref: 'fresh', restores_id: null }]);
  expect(diff.updated.find(({ id }) => id === purchase.id)?.changes).toEqual([
    { field: 'condition', before: 'event.amount > 0', after: 'event.amount > 5' },
  ]);
  expect(diff.updated.find(({ resource_type }) => resource_type === 'RULE_SET')?.changes).toEqual([
    { field: 'name', before: 'Bonus', after: 'Bonus and more' },
  ]);
  expect(diff.archived).toMatchObject([{ resource_type: 'RULE', id: signup.id, from: { order: 2 } }]);
  expect(diff.moved).toMatchObject([{ resource_type: 'RULE_SET' }]);
  expect((await made.api.get<Rule>(`/rules/${signup.id}`)).body).toMatchObject({
    status: 'ARCHIVED',
    deleted_at: expect.any(String) as string,
  });
});

test('a rule moves from a set that is left out into one that is new, with its id', async () => {
  const made = await configured();
  const before = (await made.change(base(made))).configuration;
  const weekend = before.rule_sets[1]!.rules[0]!;
  const { configuration, diff } = await made.change([
    {
      client_ref: 'all',
      key: 'bonus-2',
      name: 'All',
      rules: [{ client_ref: 'weekend', name: 'Weekend', condition: 'true', actions: [made.credit('1')] }],
    },
  ]);
  expect(configuration.rule_sets).toHaveLength(1);
  expect(configuration.rule_sets[0]!.rules[0]).toMatchObject({ id: weekend.id, rule_set_id: configuration.rule_sets[0]!.id, version: 2 });
  expect(diff.moved).toMatchObject([
    { id: weekend.id, from: { rule_set_id: weekend.rule_set_id, order: 1 }, to: { rule_set_id: configuration.rule_sets[0]!.id, order: 1 } },
  ]);
  expect(diff.archived.map(({ client_ref }) => client_ref).sort()).toEqual(['base', 'bonus', 'purchase', 'signup']);
});

test('sets swap their keys, and a set named by reference is renamed', async () => {
  const made = await configured();
  const { configuration } = await made.change(base(made));
  const [one, two] = configuration.rule_sets as [RuleConfigurationResource['rule_sets'][0], RuleConfigurationResource['rule_sets'][0]];
  const swapped = await made.change([
    { ...one, key: 'bonus' },
    { ...two, key: 'base' },
  ]);
  expect(swapped.configuration.rule_sets.map(({ id, key }) => [id, key])).toEqual([
    [one.id, 'bonus'],
    [two.id, 'base'],
  ]);
  const renamed = await made.change([
    { ...one, id: undefined, key: 'base-earning' },
    { ...two, key: 'base' },
  ]);
  expect(renamed.configuration.rule_sets[0]).toMatchObject({ id: one.id, client_ref: 'base', key: 'base-earning' });
});

test('a dry run answers what would be and keeps nothing', async () => {
  const made = await configured();
  await made.change(base(made));
  const before = await made.read();
  const answer = await made.change(
    [{ key: 'base', name: 'Base earning', rules: [{ client_ref: 'new', name: 'New', condition: 'true', actions: [made.credit('3')] }] }],
    { dry_run: true },
  );
  expect(sizes(answer)).toEqual({ created: 1, updated: 0, archived: 4, moved: 0 });
  expect(outline(answer.configuration)).toEqual(['1 base: 1 New v1']);
  expect(answer.configuration.rule_configuration_version).toBe(3);
  expect(await made.read()).toEqual(before);
  expect((await made.api.get<{ data: unknown[] }>(`${made.path}/versions`)).body.data).toHaveLength(2);
});

test('a stale version is refused with what to do, and nothing changes', async () => {
  const made = await configured();
  await made.change(base(made));
  const before = await made.read();
  expect(await made.put([], { expected_rule_configuration_version: 1 })).toMatchObject({
    status: 409,
    body: {
      code: 'rule_configuration_version_conflict',
      details: { current_rule_configuration_version: 2, expected_rule_configuration_version: 1 },
    },
  });
  expect(await made.read()).toEqual(before);
});

test('an empty list archives everything; references and keys are free again', async () => {
  const made = await configured();
  await made.change(base(made));
  expect(sizes(await made.change([]))).toEqual({ ...NOTHING, archived: 5 });
  expect((await made.read()).rule_sets).toEqual([]);
  expect(sizes(await made.change(base(made)))).toEqual({ ...NOTHING, created: 5 });
});

test('ids and references of other programs name nothing here', async () => {
  const made = await configured();
  const other = await configured();
  const theirs = (await other.change(base(other))).configuration.rule_sets[0]!;
  expect(await made.put([{ ...theirs, rules: [] }])).toMatchObject({ status: 400, body: { param: 'rule_sets[0].id' } });
  expect((await other.api.get(made.path)).status).toBe(404);
  expect((await other.api.get(`${made.path}/export`)).status).toBe(404);
  expect((await other.api.put(made.path, { expected_rule_configuration_version: 1, rule_sets: [] })).status).toBe(404);
});

test('an archived program keeps its configuration', async () => {
  const made = await configured();
  await made.change(base(made));
  await made.api.patch(`/programs/${made.program.id}`, { status: 'ARCHIVED' });
  expect(await made.put([])).toMatchObject({ status: 409, body: { code: 'program_archived' } });
  expect((await made.read()).rule_sets).toHaveLength(2);
});

test('an unchanged rule whose asset was archived since does not stand in the way of another change', async () => {
  const made = await configured();
  const before = (await made.change(base(made))).configuration;
  await made.api.patch(`/assets/${made.asset.id}`, { status: 'ARCHIVED' });
  const sets = before.rule_sets.map((set) => ({ ...set, name: `${set.name} again` }));
  expect(sizes(await made.change(sets))).toEqual({ ...NOTHING, updated: 2 });
});
