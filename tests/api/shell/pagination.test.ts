import { expect, test } from 'vitest';
import type { Pagination } from '@/contract/page';
import type { Program } from '@/contract/program';
import { statement } from '@/server/db/transaction';
import { organization, type Api, type TestOrganization } from '@tests/support/api';

interface ProgramPage {
  data: Program[];
  pagination: Pagination;
}

async function withPrograms(names: readonly string[]): Promise<TestOrganization> {
  const made = await organization();
  for (const name of names) await made.api.post('/programs', { name });
  return made;
}

async function namesOf(api: Api, query: string, between: (page: number) => Promise<unknown> = async () => undefined): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  for (let page = 1; page < 50; page++) {
    const { body }: { body: ProgramPage } = await api.get<ProgramPage>(`/programs?${query}${cursor ? `&cursor=${cursor}` : ''}`);
    names.push(...body.data.map(({ name }) => name));
    expect(body.pagination.has_more).toBe(body.pagination.next_cursor !== null);
    cursor = body.pagination.next_cursor;
    if (cursor === null) return names;
    await between(page);
  }
  throw new Error('the list does not end');
}

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

test('pages hold every row once, newest first unless asked otherwise, whatever the page size', async () => {
  const { api } = await withPrograms(LETTERS);
  for (const limit of [1, 2, 3, 7, 200]) {
    expect(await namesOf(api, `limit=${limit}`)).toEqual([...LETTERS].reverse());
    expect(await namesOf(api, `limit=${limit}&sort_dir=asc`)).toEqual(LETTERS);
    expect(await namesOf(api, `limit=${limit}&sort_by=name`)).toEqual([...LETTERS].reverse());
  }
});

test('rows with the same sort value are neither lost nor repeated', async () => {
  const { id, api } = await withPrograms(LETTERS);
  await statement('UPDATE programs SET created_at = $2 WHERE organization_id = $1', [id, new Date('2026-01-01T00:00:00Z')]);
  const names = await namesOf(api, 'limit=2');
  expect([...names].sort()).toEqual(LETTERS);
});

test('pages stay stable while rows are inserted and removed between them', async () => {
  const { api } = await withPrograms(LETTERS);
  const { body: found } = await api.get<ProgramPage>('/programs?search=f');
  const names = await namesOf(api, 'limit=2', async (page) => {
    await api.post('/programs', { name: `new ${page}` });
    if (page === 1) await api.patch(`/programs/${found.data[0]!.id}`, { status: 'ARCHIVED' });
  });
  expect(names).toEqual(['g', 'f', 'e', 'd', 'c', 'b', 'a']);
});

test('50 rows are a page unless another limit is given', async () => {
  const { api } = await withPrograms(Array.from({ length: 51 }, (_, i) => `p${i}`));
  const { body } = await api.get<ProgramPage>('/programs');
  expect(body.data).toHaveLength(50);
  expect(body.pagination.has_more).toBe(true);
});

test('a cursor is refused for another list, other filters, another sort or another organization, and when tampered with', async () => {
  const [mine, theirs] = [await withPrograms(LETTERS), await withPrograms(LETTERS)];
  const { body } = await mine.api.get<ProgramPage>('/programs?limit=2&search=a');
  expect(body.pagination.next_cursor).toBeNull();
  const first = await mine.api.get<ProgramPage>('/programs?limit=2');
  const cursor = first.body.pagination.next_cursor!;
  const refused = { status: 400, body: { type: 'invalid_request', code: 'invalid_cursor', param: 'cursor' } };
  expect(await mine.api.get(`/programs?limit=2&cursor=${cursor}`)).toMatchObject({ status: 200 });
  expect(await mine.api.get(`/programs?limit=3&cursor=${cursor}`)).toMatchObject({ status: 200 });
  expect(await mine.api.get(`/assets?cursor=${cursor}`)).toMatchObject(refused);
  expect(await mine.api.get(`/programs?search=a&cursor=${cursor}`)).toMatchObject(refused);
  expect(await mine.api.get(`/programs?sort_dir=asc&cursor=${cursor}`)).toMatchObject(refused);
  expect(await mine.api.get(`/programs?sort_by=name&cursor=${cursor}`)).toMatchObject(refused);
  expect(await theirs.api.get(`/programs?cursor=${cursor}`)).toMatchObject(refused);
  for (const broken of [
    '',
    'x',
    cursor.slice(0, -2),
    `${cursor}AA`,
    `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`,
    Buffer.from('["2026-01-01","x"]').toString('base64url'),
  ]) {
    expect(await mine.api.get(`/programs?cursor=${broken}`)).toMatchObject(refused);
  }
});

test('from is inclusive, to is exclusive, and search takes % and _ literally, in either case', async () => {
  const { id, api } = await withPrograms(['Alpha', 'be%ta', 'be_ta', 'beta']);
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
  for (const [i, name] of ['Alpha', 'be%ta', 'be_ta', 'beta'].entries()) {
    await statement('UPDATE programs SET created_at = $3 WHERE organization_id = $1 AND name = $2', [id, name, at(i)]);
  }
  const window = `from=${at(1).toISOString()}&to=${at(3).toISOString()}&sort_dir=asc`;
  expect(await namesOf(api, window)).toEqual(['be%ta', 'be_ta']);
  expect(await namesOf(api, 'search=ALPH')).toEqual(['Alpha']);
  expect(await namesOf(api, 'search=%25')).toEqual(['be%ta']);
  expect(await namesOf(api, 'search=_')).toEqual(['be_ta']);
});

test('archived rows are left out unless asked for', async () => {
  const { api } = await withPrograms(['kept', 'gone']);
  const { body } = await api.get<ProgramPage>('/programs?search=gone');
  await api.patch(`/programs/${body.data[0]!.id}`, { status: 'ARCHIVED' });
  expect(await namesOf(api, '')).toEqual(['kept']);
  expect(await namesOf(api, 'include_archived=true&sort_by=name')).toEqual(['kept', 'gone']);
  expect(await namesOf(api, 'status=ARCHIVED')).toEqual(['gone']);
  expect(await namesOf(api, 'status=ACTIVE&include_archived=true')).toEqual(['kept']);
});
