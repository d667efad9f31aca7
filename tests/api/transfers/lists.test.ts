/** Which transfers each list shows. */
import { expect, test } from 'vitest';
import type { Transfer } from '@/contract/transfer';
import { transferLedger, type TransferLedger } from '@tests/support/transfers';

interface Page {
  data: Transfer[];
  pagination: { has_more: boolean; next_cursor: string | null };
}

/** Four transfers: ada to bob, ada to the group, bob to cyd, and ada to bob and cyd in another asset; oldest first. */
async function four(): Promise<TransferLedger & { made: Transfer[]; gem: string }> {
  const club = await transferLedger();
  const gem = await club.addAsset({ symbol: 'GEM' });
  await club.credit('participants/ext:ada', '10');
  await club.credit('participants/ext:ada', '10', { asset_id: gem.id });
  const to = (...names: Record<string, unknown>[]) => ({ recipients: names.map((name) => ({ ...name, amount: '1' })) });
  const made = [
    await club.move(to({ external_id: 'bob' })),
    await club.move(to({ group_id: club.group.id })),
    await club.move({ source_external_id: 'bob', ...to({ external_id: 'cyd' }) }),
    await club.move({ asset_id: gem.id, ...to({ external_id: 'bob' }, { external_id: 'cyd' }) }),
  ];
  return { ...club, made, gem: gem.id };
}

async function listed({ api, made }: Awaited<ReturnType<typeof four>>, path: string): Promise<number[]> {
  const { body } = await api.get<Page>(path);
  return body.data.map(({ id }) => made.findIndex((transfer) => transfer.id === id));
}

test('transfers are listed as they were answered, newest first, page by page, each once', async () => {
  const club = await four();
  const seen: Transfer[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < 9; page++) {
    const { body }: { body: Page } = await club.api.get<Page>(`/transfers?limit=3${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.data);
    cursor = body.pagination.next_cursor;
  }
  expect(seen).toEqual([...club.made].reverse());
  expect(await listed(club, '/transfers?sort_dir=asc')).toEqual([0, 1, 2, 3]);
});

test('participant_id and group_id match either side, together both', async () => {
  const club = await four();
  expect(await listed(club, `/transfers?participant_id=${club.people.ada}`)).toEqual([3, 1, 0]);
  expect(await listed(club, `/transfers?participant_id=${club.people.cyd}`)).toEqual([3, 2]);
  expect(await listed(club, `/transfers?group_id=${club.group.id}`)).toEqual([1]);
  expect(await listed(club, `/transfers?group_id=${club.group.id}&participant_id=${club.people.ada}`)).toEqual([1]);
  expect(await listed(club, `/transfers?group_id=${club.group.id}&participant_id=${club.people.bob}`)).toEqual([]);
  expect(await listed(club, `/transfers?group_id=${club.people.ada}`)).toEqual([]);
});

test('program_id, asset_id, from and to narrow the list', async () => {
  const club = await four();
  expect(await listed(club, `/transfers?asset_id=${club.gem}`)).toEqual([3]);
  expect(await listed(club, `/transfers?program_id=${club.program.id}`)).toHaveLength(4);
  expect(await listed(club, `/transfers?program_id=${club.asset.id}`)).toEqual([]);
  const times = club.made.map(({ created_at }) => created_at);
  const between = club.made.flatMap(({ created_at }, i) => (created_at >= times[1]! && created_at < times[3]! ? [i] : []));
  if (times[1]! < times[3]!) expect(await listed(club, `/transfers?from=${times[1]}&to=${times[3]}`)).toEqual(between.reverse());
  expect(await club.api.get(`/transfers?to=${times[3]}`)).toMatchObject({ status: 400, body: { param: 'from' } });
});

test('the activity of a participant and of a group shows what they gave and received', async () => {
  const club = await four();
  expect(await listed(club, '/participants/ext:bob/activity/transfers')).toEqual([3, 2, 0]);
  expect(await listed(club, `/participants/ext:bob/activity/transfers?asset_id=${club.gem}&limit=1`)).toEqual([3]);
  expect(await listed(club, `/groups/${club.group.id}/activity/transfers`)).toEqual([1]);
  expect((await club.api.get('/participants/ext:nobody/activity/transfers')).status).toBe(404);
  expect((await club.api.get(`/groups/${club.people.ada}/activity/transfers`)).status).toBe(404);
});

test.each(['limit=201', 'participant_id=x', 'colour=red', 'sort_by=amount'])('the query %s is refused with 400', async (query) => {
  const { api } = await transferLedger();
  expect((await api.get(`/transfers?${query}`)).status).toBe(400);
});

test('a cursor of one list is invalid_cursor in another', async () => {
  const club = await four();
  const { body } = await club.api.get<Page>('/participants/ext:bob/activity/transfers?limit=1');
  for (const path of ['/transfers', '/participants/ext:cyd/activity/transfers', `/groups/${club.group.id}/activity/transfers`]) {
    expect(await club.api.get(`${path}?limit=1&cursor=${body.pagination.next_cursor}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
  }
});
