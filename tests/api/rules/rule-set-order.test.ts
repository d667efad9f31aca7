import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RuleSet, RuleSetOrder } from '@/contract/rule-set';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

async function programWithSets(
  ...keys: string[]
): Promise<TestProgram & { sets: string; ids: string[]; order(ids: string[], version: number): ReturnType<TestProgram['api']['put']> }> {
  const made = await programWithAsset();
  const sets = `/programs/${made.program.id}/rule-sets`;
  const ids: string[] = [];
  for (const key of keys) ids.push((await made.api.post<RuleSet>(sets, { key, name: key })).body.id);
  const order = (rule_set_ids: string[], expected_rule_configuration_version: number) =>
    made.api.put(`${sets}/order`, { expected_rule_configuration_version, rule_set_ids });
  return { ...made, sets, ids, order };
}

const keysOf = async ({ api, sets }: { api: TestProgram['api']; sets: string }): Promise<string[]> =>
  (await api.get<{ data: RuleSet[] }>(sets)).body.data.map(({ key, order }) => `${order} ${key}`);

test('the order is replaced at once, numbered from 1 without gaps, and the version grows', async () => {
  const made = await programWithSets('a', 'b', 'c');
  const [a, b, c] = made.ids as [string, string, string];
  const answer = await made.order([c, a, b], 4);
  expect(answer.status).toBe(200);
  const body = answer.body as unknown as RuleSetOrder;
  expect(body.rule_configuration_version).toBe(5);
  expect(body.rule_sets.map(({ id, order, rule_configuration_version }) => [id, order, rule_configuration_version])).toEqual([
    [c, 1, 5],
    [a, 2, 5],
    [b, 3, 5],
  ]);
  expect(await keysOf(made)).toEqual(['1 c', '2 a', '3 b']);
});

test('sets are evaluated in their order: what an earlier one does, a later one sees', async () => {
  const made = await programWithSets('first', 'second');
  const [first, second] = made.ids as [string, string];
  await made.addRule({ name: 'in first', rule_set_id: first });
  await made.addRule({ name: 'in second', rule_set_id: second });
  const before = await made.sendAndProcess({});
  expect(before.rule_evaluations.map(({ rule_name }) => rule_name)).toEqual(['in first', 'in second']);
  await made.order([second, first], before.rule_configuration_version!);
  const after = await made.sendAndProcess({});
  expect(after.rule_evaluations.map(({ rule_name }) => rule_name)).toEqual(['in second', 'in first']);
  expect(after.rule_configuration_version).toBe(before.rule_configuration_version! + 1);
});

test('a stale version is refused with what to do, and the order stays', async () => {
  const made = await programWithSets('a', 'b');
  const answer = await made.order([...made.ids].reverse(), 2);
  expect(answer).toMatchObject({
    status: 409,
    body: {
      type: 'conflict',
      code: 'rule_configuration_version_conflict',
      details: { current_rule_configuration_version: 3, expected_rule_configuration_version: 2, instruction: expect.any(String) as string },
    },
  });
  expect(Object.keys((answer.body as { details: object }).details).sort()).toEqual([
    'current_rule_configuration_version',
    'expected_rule_configuration_version',
    'instruction',
  ]);
  expect(await keysOf(made)).toEqual(['1 a', '2 b']);
});

test('a list that misses, repeats or adds a set is refused and says which', async () => {
  const made = await programWithSets('a', 'b', 'c');
  const [a, b, c] = made.ids as [string, string, string];
  const unknown = randomUUID();
  const stranger = (await programWithSets('theirs')).ids[0]!;
  const cases: [string[], object][] = [
    [[a, b], { missing: [c], repeated: [], unknown: [] }],
    [[a, b, c, b], { missing: [], repeated: [b], unknown: [] }],
    [[a, b, c, unknown], { missing: [], repeated: [], unknown: [unknown] }],
    [[a, b, stranger], { missing: [c], repeated: [], unknown: [stranger] }],
  ];
  for (const [ids, details] of cases) {
    expect(await made.order(ids, 4)).toMatchObject({
      status: 422,
      body: { type: 'unprocessable', code: 'unprocessable', param: 'rule_set_ids', details },
    });
  }
  expect(await keysOf(made)).toEqual(['1 a', '2 b', '3 c']);
});

test.each([
  ['no sets', { expected_rule_configuration_version: 1, rule_set_ids: [] }, 'rule_set_ids'],
  ['no version', { rule_set_ids: [randomUUID()] }, 'expected_rule_configuration_version'],
  ['version 0', { expected_rule_configuration_version: 0, rule_set_ids: [randomUUID()] }, 'expected_rule_configuration_version'],
  ['an id that is none', { expected_rule_configuration_version: 1, rule_set_ids: ['base'] }, 'rule_set_ids[0]'],
])('a body with %s is refused', async (_name, body, param) => {
  const made = await programWithSets();
  expect(await made.api.put(`${made.sets}/order`, body)).toMatchObject({ status: 400, body: { code: 'validation_error', param } });
});

test('of many that order the sets at the same time from one version, exactly one wins', async () => {
  const made = await programWithSets('a', 'b', 'c');
  for (let version = 4; version < 8; version++) {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => made.order(i % 2 ? [...made.ids].reverse() : made.ids, version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  }
  expect(new Set(await keysOf(made)).size).toBe(3);
});
