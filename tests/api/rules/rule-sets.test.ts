import { expect, test } from 'vitest';
import type { Program } from '@/contract/program';
import type { Rule } from '@/contract/rule';
import type { RuleSet } from '@/contract/rule-set';
import { organization, type Api } from '@tests/support/api';
import { programWithAsset } from '@tests/support/programs';

async function emptyProgram(): Promise<{ api: Api; program: Program; sets: string }> {
  const { api } = await organization();
  const { body: program } = await api.post<Program>('/programs', { name: 'Coffee club' });
  return { api, program, sets: `/programs/${program.id}/rule-sets` };
}

const listed = async (api: Api, path: string): Promise<RuleSet[]> => (await api.get<{ data: RuleSet[] }>(path)).body.data;
const versionOf = async (api: Api, program: Program): Promise<number> =>
  (await api.get<Program>(`/programs/${program.id}`)).body.rule_configuration_version;

test('sets are appended in order, each with a new version of the configuration', async () => {
  const { api, program, sets } = await emptyProgram();
  const first = await api.post<RuleSet>(sets, { key: 'base', name: 'Base earning' });
  expect(first).toMatchObject({
    status: 201,
    body: { program_id: program.id, key: 'base', name: 'Base earning', order: 1, rule_configuration_version: 2 },
  });
  expect(first.headers.location).toBe(`/v1/programs/${program.id}/rule-sets/${first.body.id}`);
  const second = await api.post<RuleSet>(sets, { key: 'bonus', name: 'Bonus' });
  expect(second.body).toMatchObject({ order: 2, rule_configuration_version: 3 });
  expect((await listed(api, sets)).map(({ key, order }) => [key, order])).toEqual([
    ['base', 1],
    ['bonus', 2],
  ]);
  expect((await api.get<RuleSet>(`${sets}/${first.body.id}`)).body).toEqual({ ...first.body, rule_configuration_version: 3 });
});

test('a list walks through all sets in evaluation order, page by page, and finds them by name and key', async () => {
  const { api, sets } = await emptyProgram();
  for (const key of ['delta', 'alpha', 'charlie', 'bravo']) await api.post(sets, { key, name: `Set ${key}` });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: RuleSet[]; pagination: { next_cursor: string | null } } = (
      await api.get<{ data: RuleSet[]; pagination: { next_cursor: string | null } }>(`${sets}?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
    ).body;
    seen.push(...page.data.map(({ key }) => key));
    cursor = page.pagination.next_cursor;
  } while (cursor);
  expect(seen).toEqual(['delta', 'alpha', 'charlie', 'bravo']);
  expect((await listed(api, `${sets}?sort_by=name&sort_dir=desc`)).map(({ key }) => key)).toEqual(['delta', 'charlie', 'bravo', 'alpha']);
  expect((await listed(api, `${sets}?search=SET%20br`)).map(({ key }) => key)).toEqual(['bravo']);
});

test('a key that another set of the program has is refused, in another program it is free', async () => {
  const { api, sets } = await emptyProgram();
  const { body: base } = await api.post<RuleSet>(sets, { key: 'base', name: 'Base' });
  const { body: other } = await api.post<RuleSet>(sets, { key: 'other', name: 'Other' });
  expect(await api.post(sets, { key: 'base', name: 'Again' })).toMatchObject({
    status: 409,
    body: { type: 'conflict', code: 'key_exists', param: 'key' },
  });
  expect(await api.patch(`${sets}/${other.id}`, { key: 'base' })).toMatchObject({ status: 409, body: { code: 'key_exists' } });
  expect((await api.patch(`${sets}/${base.id}`, { key: 'base' })).status).toBe(200);
  const { body: second } = await api.post<Program>('/programs', { name: 'Second' });
  expect((await api.post(`/programs/${second.id}/rule-sets`, { key: 'base', name: 'Base' })).status).toBe(201);
});

test.each(['', 'Base', '1st', 'with space', 'ümlaut', 'a'.repeat(101)])('the key %j is refused', async (key) => {
  const { api, sets } = await emptyProgram();
  expect(await api.post(sets, { key, name: 'Base' })).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'key' } });
});

test('a set is renamed with a new version; a change that changes nothing makes none', async () => {
  const { api, program, sets } = await emptyProgram();
  const { body: base } = await api.post<RuleSet>(sets, { key: 'base', name: 'Base' });
  expect((await api.patch<RuleSet>(`${sets}/${base.id}`, { key: 'earn-1_x', name: 'Earning' })).body).toMatchObject({
    key: 'earn-1_x',
    name: 'Earning',
    order: 1,
    rule_configuration_version: 3,
  });
  expect((await api.patch<RuleSet>(`${sets}/${base.id}`, { name: 'Earning' })).body).toMatchObject({ rule_configuration_version: 3 });
  expect(await versionOf(api, program)).toBe(3);
});

test('a set with rules stays; once they are archived it goes, and those behind it move up', async () => {
  const { api, program, addRule } = await programWithAsset();
  const sets = `/programs/${program.id}/rule-sets`;
  const { body: base } = await api.post<RuleSet>(sets, { key: 'base', name: 'Base' });
  await api.post(sets, { key: 'middle', name: 'Middle' });
  await api.post(sets, { key: 'last', name: 'Last' });
  const rule = await addRule({ rule_set_id: base.id });
  expect(await api.delete(`${sets}/${base.id}`)).toMatchObject({
    status: 409,
    body: { type: 'conflict', code: 'rule_set_not_empty', details: { rule_count: 1 } },
  });
  await api.patch(`/rules/${rule.id}`, { status: 'ARCHIVED' });
  const version = await versionOf(api, program);
  expect((await api.delete(`${sets}/${base.id}`)).status).toBe(204);
  expect(await versionOf(api, program)).toBe(version + 1);
  expect((await listed(api, sets)).map(({ key, order }) => [key, order])).toEqual([
    ['middle', 1],
    ['last', 2],
  ]);
  expect((await api.get(`${sets}/${base.id}`)).status).toBe(404);
  expect((await api.delete(`${sets}/${base.id}`)).status).toBe(404);
  expect((await api.get<Rule>(`/rules/${rule.id}`)).body).toMatchObject({ status: 'ARCHIVED', rule_set_id: base.id });
  expect((await api.get<{ data: Rule[] }>(`/rules?program_id=${program.id}&include_archived=true`)).body.data.map(({ id }) => id)).toEqual([
    rule.id,
  ]);
  expect(
    await api.post('/rules', { program_id: program.id, rule_set_id: base.id, name: 'Late', condition: 'true', actions: rule.actions }),
  ).toMatchObject({ status: 404, body: { param: 'rule_set_id' } });
  expect((await api.post(sets, { key: 'base', name: 'Base again' })).body).toMatchObject({ order: 3 });
});

test('an archived program takes no change of its sets', async () => {
  const { api, program, sets } = await emptyProgram();
  const { body: base } = await api.post<RuleSet>(sets, { key: 'base', name: 'Base' });
  await api.patch(`/programs/${program.id}`, { status: 'ARCHIVED' });
  const refusals = [
    await api.post(sets, { key: 'late', name: 'Late' }),
    await api.patch(`${sets}/${base.id}`, { name: 'Late' }),
    await api.delete(`${sets}/${base.id}`),
    await api.put(`${sets}/order`, { expected_rule_configuration_version: 2, rule_set_ids: [base.id] }),
  ];
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, body: { code: 'program_archived' } });
  expect((await listed(api, sets)).map(({ name }) => name)).toEqual(['Base']);
});

test('sets of other organizations and of other programs are not found', async () => {
  const { api, sets } = await emptyProgram();
  const { body: base } = await api.post<RuleSet>(sets, { key: 'base', name: 'Base' });
  const stranger = await emptyProgram();
  for (const path of [sets, `${sets}/${base.id}`, `${stranger.sets}/${base.id}`]) expect((await stranger.api.get(path)).status).toBe(404);
  expect((await stranger.api.post(sets, { key: 'mine', name: 'Mine' })).status).toBe(404);
  expect((await stranger.api.patch(`${stranger.sets}/${base.id}`, { name: 'Mine' })).status).toBe(404);
  expect((await stranger.api.delete(`${stranger.sets}/${base.id}`)).status).toBe(404);
  expect((await listed(api, sets)).map(({ name }) => name)).toEqual(['Base']);
});

test('creating a set again under one idempotency key creates it once', async () => {
  const { api, sets } = await emptyProgram();
  const header = { 'idempotency-key': 'set-base' };
  const first = await api.post<RuleSet>(sets, { key: 'base', name: 'Base' }, header);
  const again = await api.post<RuleSet>(sets, { key: 'base', name: 'Base' }, header);
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await listed(api, sets)).toHaveLength(1);
});
