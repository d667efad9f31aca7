import { expect, test } from 'vitest';
import type { Pagination } from '@/contract/page';
import type { Participant } from '@/contract/participant';
import { statement } from '@/server/db/transaction';
import { organization, type Api } from '@tests/support/api';
import { programWithAsset } from '@tests/support/programs';

interface Page {
  data: Participant[];
  pagination: Pagination;
}

const idsOf = async (api: Api, query = ''): Promise<string[]> =>
  (await api.get<Page>(`/participants${query}`)).body.data.map((row) => row.external_id);

async function people(...externalIds: string[]) {
  const club = await programWithAsset();
  for (const external_id of externalIds) await club.api.post('/participants', { external_id });
  return club;
}

test('participants are listed newest first, or oldest first when asked, and only those of the organization', async () => {
  const { api } = await people('a', 'b', 'c');
  await people('d');
  expect(await idsOf(api)).toEqual(['c', 'b', 'a']);
  expect(await idsOf(api, '?sort_dir=asc')).toEqual(['a', 'b', 'c']);
});

test('external_id finds exactly one participant', async () => {
  const { api } = await people('ada', 'Ada', 'ada-2');
  expect(await idsOf(api, '?external_id=ada')).toEqual(['ada']);
  expect(await idsOf(api, '?external_id=ad')).toEqual([]);
});

test('search is a partial match of the external id in any case, and takes wildcards literally', async () => {
  const { api } = await people('Ada-1', 'MADAM', '50%', 'a_b', 'a\\b', 'Ünal');
  expect((await idsOf(api, '?search=ada')).sort()).toEqual(['Ada-1', 'MADAM']);
  expect(await idsOf(api, '?search=%25')).toEqual(['50%']);
  expect(await idsOf(api, '?search=_')).toEqual(['a_b']);
  expect(await idsOf(api, '?search=%5C')).toEqual(['a\\b']);
  expect(await idsOf(api, '?search=%C3%BCN')).toEqual(['Ünal']);
});

/** More people than a list scans in order before it uses the filter's index. */
async function crowd() {
  const { id, api } = await people();
  await statement(
    `WITH crowd AS (
       INSERT INTO participants (organization_id, id, external_id, display_name, status, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'user-' || n, CASE WHEN n % 700 = 0 THEN 'Zoë Quint' END, CASE WHEN n % 5 = 0 THEN 'SUSPENDED' ELSE 'ACTIVE' END, at, at
       FROM (SELECT n, now() - n * interval '1 minute' AS at FROM generate_series(1, 5600) AS n) AS numbered RETURNING organization_id, id, display_name, created_at)
     INSERT INTO state_tags (organization_id, subject_type, subject_id, tag, created_at)
     SELECT organization_id, 'PARTICIPANT', id, CASE WHEN display_name IS NULL THEN 'many' ELSE 'few' END, created_at FROM crowd`,
    [id],
  );
  return { id, api };
}

/** The external ids of active participants for whom `holds` does, `$2` being `value`. */
async function wanted(id: string, holds: string, value: string, sort_dir: string): Promise<string[]> {
  const rows = await statement<{ external_id: string }>(
    `SELECT external_id FROM participants p WHERE organization_id = $1 AND status = 'ACTIVE' AND ${holds} ORDER BY created_at ${sort_dir} LIMIT 20`,
    [id, value],
  );
  return rows.map((row) => row.external_id);
}

async function firstTwenty(api: Api, filters: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null && found.length < 20) {
    const { body }: { body: Page } = await api.get<Page>(`/participants?limit=10&${filters}${cursor && `&cursor=${cursor}`}`);
    found.push(...body.data.map((row) => row.external_id));
    cursor = body.pagination.next_cursor;
  }
  return found;
}

const NAMED = `strpos(lower(external_id || ' ' || coalesce(display_name, '')), lower($2)) > 0`;
const TAGGED = `EXISTS (SELECT 1 FROM state_tags t WHERE t.subject_id = p.id AND t.tag = $2)`;

test('a search or a tag finds the same among very many, however few match and wherever they stand', async () => {
  const { id, api } = await crowd();
  for (const sort_dir of ['asc', 'desc']) {
    const ordered = `status=ACTIVE&sort_dir=${sort_dir}`;
    for (const search of ['USER-55', 'ë quint', 'Ë', 'q', '--']) {
      const found = await firstTwenty(api, `${ordered}&search=${encodeURIComponent(search)}`);
      expect(found, `${search} ${sort_dir}`).toEqual(await wanted(id, NAMED, search, sort_dir));
    }
    for (const tag of ['many', 'few'])
      expect(await firstTwenty(api, `${ordered}&tag=${tag}`), `${tag} ${sort_dir}`).toEqual(await wanted(id, TAGGED, tag, sort_dir));
  }
});

test('program_id, status and tag each narrow the list, and combine', async () => {
  const { api, program } = await people('a', 'b', 'c');
  await api.post('/participants', { external_id: 'b', program_id: program.id, tags: ['VIP'] });
  await api.post('/participants', { external_id: 'c', program_id: program.id, tags: ['beta'] });
  await api.patch('/participants/ext:c', { status: 'SUSPENDED' });
  expect(await idsOf(api, `?program_id=${program.id}`)).toEqual(['c', 'b']);
  expect(await idsOf(api, '?status=SUSPENDED')).toEqual(['c']);
  expect(await idsOf(api, '?status=CLOSED')).toEqual([]);
  expect(await idsOf(api, '?tag=Vip')).toEqual(['b']);
  expect(await idsOf(api, `?program_id=${program.id}&status=ACTIVE&tag=vip&search=B`)).toEqual(['b']);
  expect(await idsOf(api, '?program_id=00000000-0000-4000-8000-000000000000')).toEqual([]);
});

test('from is inclusive and to exclusive on creation time', async () => {
  const { id, api } = await people('a', 'b', 'c');
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    await statement('UPDATE participants SET created_at = $3 WHERE organization_id = $1 AND external_id = $2', [
      id,
      name,
      new Date(Date.UTC(2026, 0, index + 1)),
    ]);
  }
  expect(await idsOf(api, '?from=2026-01-02T00:00:00Z&sort_dir=asc')).toEqual(['b', 'c']);
  expect(await idsOf(api, '?from=2026-01-01T01:00:00%2B01:00&to=2026-01-03T00:00:00Z&sort_dir=asc')).toEqual(['a', 'b']);
});

test('pages hold every participant once while others are added', async () => {
  const { api } = await people('a', 'b', 'c', 'd', 'e');
  const seen: string[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < 10; page++) {
    const { body }: { body: Page } = await api.get<Page>(`/participants?limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.data.map((row) => row.external_id));
    cursor = body.pagination.next_cursor;
    await api.post('/participants', { external_id: `new-${page}` });
  }
  expect(seen).toEqual(['e', 'd', 'c', 'b', 'a']);
});

test('a cursor is refused for other filters, another list or another organization', async () => {
  const { api } = await people('a', 'b');
  const other = await people('a', 'b');
  const { body } = await api.get<Page>('/participants?limit=1&status=ACTIVE');
  const cursor = body.pagination.next_cursor;
  expect((await api.get(`/participants?limit=2&status=ACTIVE&cursor=${cursor}`)).status).toBe(200);
  for (const query of [`status=CLOSED&cursor=${cursor}`, `cursor=${cursor}`, `status=ACTIVE&sort_dir=asc&cursor=${cursor}`, 'cursor=x']) {
    expect(await api.get(`/participants?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_cursor', param: 'cursor' } });
  }
  expect(await other.api.get(`/participants?status=ACTIVE&cursor=${cursor}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_cursor' },
  });
  expect(await api.get(`/journal-entries?cursor=${cursor}`)).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
});

test.each([
  ['limit=0', 'limit', 'out_of_range'],
  ['limit=201', 'limit', 'out_of_range'],
  ['status=ALIVE', 'status', 'invalid_value'],
  ['sort_by=external_id', 'sort_by', 'invalid_value'],
  ['program_id=x', 'program_id', 'invalid_format'],
  ['tag=', 'tag', 'too_short'],
  ['external_id=%00', 'external_id', 'invalid_characters'],
  ['search=%00', 'search', 'invalid_characters'],
  ['to=2026-01-01T00:00:00Z', 'from', 'required'],
  ['colour=red', 'colour', 'unknown_field'],
])('the query %s is a validation_error that names the field', async (query, field, reason) => {
  const { api } = await organization();
  expect(await api.get(`/participants?${query}`)).toMatchObject({
    status: 400,
    body: { code: 'validation_error', fields: [{ field, reason }] },
  });
});
