import { expect, test } from 'vitest';
import type { RuleConfigurationResource, RuleConfigurationChange } from '@/contract/rule-configuration';
import type { RuleConfigurationVersion, RuleConfigurationVersionDetail } from '@/contract/rule-configuration-version';
import type { Rule } from '@/contract/rule';
import type { RuleSet } from '@/contract/rule-set';
import { statement, withTransaction } from '@/server/db/transaction';
import type { AnyBody, Answer } from '@tests/support/api';
import { organization } from '@tests/support/api';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

interface Versioned extends TestProgram {
  readonly path: string;
  read(): Promise<RuleConfigurationResource>;
  versions(): Promise<RuleConfigurationVersion[]>;
  version(number: number): Promise<RuleConfigurationVersionDetail>;
  restore(number: number, expected: number, more?: object): Promise<Answer<AnyBody>>;
}

async function versioned(): Promise<Versioned> {
  const made = await programWithAsset();
  const path = `/programs/${made.program.id}/rules/configuration`;
  return {
    ...made,
    path,
    read: async () => (await made.api.get<RuleConfigurationResource>(path)).body,
    versions: async () => (await made.api.get<{ data: RuleConfigurationVersion[] }>(`${path}/versions?limit=200`)).body.data,
    version: async (number) => (await made.api.get<RuleConfigurationVersionDetail>(`${path}/versions/${number}`)).body,
    restore: (number, expected, more = {}) =>
      made.api.post(`${path}/versions/${number}/restore`, { expected_rule_configuration_version: expected, ...more }),
  };
}

const outline = ({ rule_sets }: { rule_sets: readonly { key: string; rules: readonly { name: string }[] }[] }): string[] =>
  rule_sets.map(({ key, rules }) => `${key}: ${rules.map(({ name }) => name).join(', ')}`);

test('every change of a rule, a set or their order makes one version that says what the rules then were', async () => {
  const made = await versioned();
  const sets = `/programs/${made.program.id}/rule-sets`;
  const rule = await made.addRule({ name: 'One' });
  await made.api.patch(`/rules/${rule.id}`, { name: 'Uno' });
  const { body: set } = await made.api.post<RuleSet>(sets, { key: 'extra', name: 'Extra' });
  await made.api.put(`${sets}/order`, { expected_rule_configuration_version: 4, rule_set_ids: [set.id, rule.rule_set_id] });
  await made.api.patch(`${sets}/${set.id}`, { key: 'more' });
  await made.api.delete(`${sets}/${set.id}`);
  await made.api.patch(`/rules/${rule.id}`, { status: 'ARCHIVED' });
  const seen = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((number) => made.version(number)));
  expect(seen.map(outline)).toEqual([
    [],
    ['default: One'],
    ['default: Uno'],
    ['default: Uno', 'extra: '],
    ['extra: ', 'default: Uno'],
    ['more: ', 'default: Uno'],
    ['default: Uno'],
    ['default: '],
  ]);
  expect(
    seen.map(
      ({ diff }) => diff && Object.entries(diff).flatMap(([kind, items]) => items.map(({ resource_type }) => `${kind} ${resource_type}`)),
    ),
  ).toEqual([
    null,
    ['created RULE_SET', 'created RULE'],
    ['updated RULE'],
    ['created RULE_SET'],
    ['moved RULE_SET'],
    ['updated RULE_SET'],
    ['archived RULE_SET'],
    ['archived RULE'],
  ]);
  expect((await made.versions()).map(({ rule_configuration_version, rule_count }) => [rule_configuration_version, rule_count])).toEqual(
    [8, 7, 6, 5, 4, 3, 2, 1].map((number) => [number, number === 1 || number === 8 ? 0 : 1]),
  );
  expect((await made.api.get(`${made.path}/versions/9`)).status).toBe(404);
});

test('a version says which key made it, and for whom', async () => {
  const made = await organization({ trusted_key: true });
  const { body: program } = await made.api.post<{ id: string }>('/programs', { name: 'Coffee club' });
  await made.api.post(`/programs/${program.id}/rule-sets`, { key: 'base', name: 'Base' }, { 'x-on-behalf-of': 'grace@example.com' });
  const { body } = await made.api.get<{ data: RuleConfigurationVersion[] }>(`/programs/${program.id}/rules/configuration/versions`);
  expect(body.data).toMatchObject([
    {
      rule_configuration_version: 2,
      api_key_id: expect.any(String) as string,
      user_id: null,
      on_behalf_of: 'grace@example.com',
      restored_version: null,
    },
    { rule_configuration_version: 1, api_key_id: body.data[0]!.api_key_id, on_behalf_of: null },
  ]);
});

test('an event names the version that it was evaluated with, which can be read after the rules have changed', async () => {
  const made = await versioned();
  const rule = await made.addRule({ name: 'Then', condition: 'event.amount > 5' });
  const event = await made.sendAndProcess({ event_data: { amount: 7 } });
  await made.api.patch(`/rules/${rule.id}`, { name: 'Now', condition: 'event.amount > 50' });
  const then = await made.version(event.rule_configuration_version!);
  expect(then.rule_sets[0]!.rules[0]).toMatchObject({
    id: rule.id,
    name: 'Then',
    condition: 'event.amount > 5',
    version: event.rule_evaluations[0]!.rule_version,
  });
});

test('a restore makes a new version with the old content', async () => {
  const made = await versioned();
  const rule = await made.addRule({
    name: 'Kept',
    condition: 'event.amount > 5',
    budgets: [{ asset_id: made.asset.id, scope: 'PROGRAM', limit: '20' }],
  });
  await made.addRule({ name: 'Second' });
  await made.api.patch(`/rules/${rule.id}`, { condition: 'true', budgets: [], order: 2 });
  const answer = await made.restore(3, 4);
  expect(answer.status).toBe(200);
  const { configuration, diff } = answer.body as unknown as RuleConfigurationChange;
  expect(configuration).toMatchObject({ rule_configuration_version: 5 });
  expect(configuration).toEqual(await made.read());
  expect(configuration.rule_sets[0]!.rules[0]).toMatchObject({
    id: rule.id,
    condition: 'event.amount > 5',
    version: 3,
    budgets: [{ limit: '20.00' }],
  });
  expect(diff.updated).toMatchObject([{ id: rule.id, changes: [{ field: 'condition' }, { field: 'budgets' }] }]);
  expect([diff.created, diff.archived]).toEqual([[], []]);
  expect((await made.versions())[0]).toMatchObject({ rule_configuration_version: 5, restored_version: 3 });
  const [then, now] = [await made.version(3), await made.version(5)];
  const content = ({ rule_sets }: RuleConfigurationVersionDetail) =>
    rule_sets.map((set) => ({ ...set, rules: set.rules.map(({ version: _, ...kept }) => kept) }));
  expect(content(now)).toEqual(content(then));
});

test('what was archived comes back as new, in its place, and the diff says what it was', async () => {
  const made = await versioned();
  const first = await made.addRule({ name: 'First' });
  const second = await made.addRule({ name: 'Second' });
  await made.api.put(made.path, { expected_rule_configuration_version: 3, rule_sets: [] });
  const { body } = await made.restore(3, 4);
  const { configuration, diff } = body as unknown as RuleConfigurationChange;
  expect(outline(configuration)).toEqual(['default: First, Second']);
  const back = configuration.rule_sets[0]!.rules;
  expect(back.map(({ id }) => id)).not.toContain(first.id);
  expect(diff.created.map(({ id, restores_id }) => [id, restores_id])).toEqual([
    [configuration.rule_sets[0]!.id, first.rule_set_id],
    [back[0]!.id, first.id],
    [back[1]!.id, second.id],
  ]);
  expect((await made.api.get<Rule>(`/rules/${first.id}`)).body.status).toBe('ARCHIVED');
  await made.sendAndProcess({});
  expect(await made.available('ada')).toBe('20.00');
});

test('a restore of what the rules are already makes no version, a dry run keeps nothing, a stale one is refused', async () => {
  const made = await versioned();
  const rule = await made.addRule({ name: 'One' });
  expect(await made.restore(2, 2)).toMatchObject({
    status: 200,
    body: { configuration: { rule_configuration_version: 2 }, diff: { created: [], updated: [], archived: [], moved: [] } },
  });
  expect(await made.restore(1, 2, { dry_run: true })).toMatchObject({
    status: 200,
    body: { configuration: { rule_configuration_version: 3, rule_sets: [] } },
  });
  expect(await made.restore(1, 1)).toMatchObject({ status: 409, body: { code: 'rule_configuration_version_conflict' } });
  expect((await made.restore(7, 2)).status).toBe(404);
  expect(await made.restore(0, 2)).toMatchObject({ status: 400, body: { param: 'version' } });
  expect((await made.read()).rule_sets[0]!.rules[0]!.id).toBe(rule.id);
  expect(await made.versions()).toHaveLength(2);
});

test('versions of another organization are not found', async () => {
  const made = await versioned();
  const other = await versioned();
  for (const path of [`${made.path}/versions`, `${made.path}/versions/1`]) expect((await other.api.get(path)).status).toBe(404);
  expect((await other.api.post(`${made.path}/versions/1/restore`, { expected_rule_configuration_version: 1 })).status).toBe(404);
});

test('versions are listed page by page, newest first', async () => {
  const made = await versioned();
  for (const key of ['a', 'b', 'c', 'd']) await made.api.post(`/programs/${made.program.id}/rule-sets`, { key, name: key });
  const seen: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Answer<{ data: RuleConfigurationVersion[]; pagination: { next_cursor: string | null } }> = await made.api.get(
      `${made.path}/versions?limit=2${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...page.body.data.map((version) => version.rule_configuration_version));
    cursor = page.body.pagination.next_cursor;
  }
  expect(seen).toEqual([5, 4, 3, 2, 1]);
});

test('twenty writes at the same time give twenty versions in a row, each kept as it was', async () => {
  const made = await versioned();
  await made.addRule({ name: 'First, with the set that is made for it' });
  const writes = Array.from({ length: 20 }, (_, i) =>
    i % 4 === 3
      ? made.api.post(`/programs/${made.program.id}/rule-sets`, { key: `set-${i}`, name: `Set ${i}` })
      : made.addRule({ name: `Rule ${i}` }),
  );
  await Promise.all(writes);
  const versions = await made.versions();
  expect(versions.map((version) => version.rule_configuration_version)).toEqual(Array.from({ length: 22 }, (_, i) => 22 - i));
  expect(versions.map((version) => version.rule_count + version.rule_set_count)).toEqual([
    ...Array.from({ length: 21 }, (_, i) => 22 - i),
    0,
  ]);
  const rules = (await made.read()).rule_sets.flatMap((set) => set.rules);
  expect(rules.map(({ order }) => order)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1));
});

test('the database keeps rules and their history together, whoever writes', async () => {
  const made = await versioned();
  const rule = await made.addRule({ name: 'One' });
  const [set, program] = [rule.rule_set_id, made.program.id];
  const attempts: [string, string[], string][] = [
    [`UPDATE rules SET condition = 'false' WHERE id = $1`, [rule.id], 'rules_versioned'],
    [`UPDATE rule_sets SET name = 'Quiet' WHERE id = $1`, [set], 'rules_versioned'],
    [`DELETE FROM rules WHERE id = $1`, [rule.id], 'rules_versioned'],
    [
      `UPDATE programs SET rule_configuration_version = rule_configuration_version + 1 WHERE id = $1`,
      [program],
      'programs_configuration_kept',
    ],
    [`UPDATE programs SET rule_configuration_version = rule_configuration_version + 2 WHERE id = $1`, [program], 'versions_in_a_row'],
  ];
  for (const [sql, values, constraint] of attempts) await expect(statement(sql, values)).rejects.toMatchObject({ constraint });
  for (const sql of [`UPDATE rule_configuration_versions SET content = '[]'`, 'DELETE FROM rule_configuration_versions']) {
    await expect(statement(`${sql} WHERE program_id = $1`, [program])).rejects.toMatchObject({ code: '23001' });
  }
  const bump = `WITH bumped AS (UPDATE programs SET rule_configuration_version = rule_configuration_version + 1 WHERE id = $1 RETURNING *)
    INSERT INTO rule_configuration_versions (organization_id, program_id, version, content, created_at)
    SELECT organization_id, id, rule_configuration_version, rule_configuration_content(organization_id, id), now() FROM bumped`;
  const changes: [string, string, string][] = [
    [`UPDATE rules SET condition = 'false' WHERE id = $1`, rule.id, 'versions_true'],
    [`UPDATE rules SET position = 3 WHERE id = $1`, rule.id, 'rules_dense'],
    [`UPDATE rule_sets SET position = 2 WHERE id = $1`, set, 'rules_dense'],
    [`UPDATE rule_sets SET position = NULL, deleted_at = now() WHERE id = $1`, set, 'rules_dense'],
  ];
  for (const [sql, id, constraint] of changes) {
    const late = constraint === 'versions_true';
    const work = withTransaction(async (tx) => {
      if (!late) await tx.query(sql, [id]);
      await tx.query(bump, [program]);
      if (late) await tx.query(sql, [id]);
    });
    await expect(work).rejects.toMatchObject({ constraint });
  }
  expect((await made.read()).rule_configuration_version).toBe(2);
});
