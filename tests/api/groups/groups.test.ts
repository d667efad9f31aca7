/** Groups as a resource: created with an ADMIN, found, renamed, archived for good. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { GroupDetail } from '@/contract/group';
import { organization, type Api } from '@tests/support/api';
import { groupIn, participants } from '@tests/support/groups';

interface Page {
  data: GroupDetail[];
  pagination: { has_more: boolean; next_cursor: string | null };
}

async function named(api: Api, name: string, admin: string): Promise<GroupDetail> {
  return (await api.post<GroupDetail>('/groups', { name, members: [{ participant_id: admin, role: 'ADMIN' }] })).body;
}

test('a group begins ACTIVE with its members, empty, and is read back as it was answered', async () => {
  const { api } = await organization();
  const [ada, bob] = await participants(api, 'ada', 'bob');
  const { status, body, headers } = await api.post<GroupDetail>('/groups', {
    name: 'Baristas',
    members: [{ participant_id: ada, role: 'ADMIN' }, { participant_id: bob }],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'Baristas',
    status: 'ACTIVE',
    member_count: 2,
    deleted_at: null,
    tags: [],
    attributes: {},
    balances: [],
  });
  expect(headers.location).toBe(`/v1/groups/${body.id}`);
  expect((await api.get(`/groups/${body.id}`)).body).toEqual(body);
});

test('a group without an ADMIN, without members or with one participant twice is a validation_error', async () => {
  const { api } = await organization();
  const [ada] = await participants(api, 'ada');
  const post = (members: unknown) => api.post('/groups', { name: 'Baristas', members });
  expect(await post([{ participant_id: ada }])).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'members' } });
  expect(await post([])).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'members' } });
  expect(await post([{ participant_id: ada, role: 'ADMIN' }, { participant_id: ada }])).toMatchObject({
    status: 400,
    body: { param: 'members[1].participant_id' },
  });
  expect(await api.post('/groups', { members: [{ participant_id: ada, role: 'ADMIN' }] })).toMatchObject({
    status: 400,
    body: { param: 'name' },
  });
});

test('an unknown or inactive first member refuses the group, and nothing is left of it', async () => {
  const { api } = await organization();
  const [ada] = await participants(api, 'ada', 'eve');
  await api.patch('/participants/ext:eve', { status: 'SUSPENDED' });
  const eve = (await api.get<{ id: string }>('/participants/ext:eve')).body.id;
  const post = (participant_id: string) =>
    api.post('/groups', { name: 'Baristas', members: [{ participant_id: ada, role: 'ADMIN' }, { participant_id }] });
  expect(await post(randomUUID())).toMatchObject({ status: 404, body: { code: 'not_found', param: 'members[1].participant_id' } });
  expect(await post(eve)).toMatchObject({ status: 409, body: { code: 'participant_inactive' } });
  expect((await api.get<Page>('/groups?include_archived=true')).body.data).toEqual([]);
});

test('a repeated creation with the same Idempotency-Key makes one group', async () => {
  const { api } = await organization();
  const [ada] = await participants(api, 'ada');
  const post = () =>
    api.post<GroupDetail>(
      '/groups',
      { name: 'Baristas', members: [{ participant_id: ada, role: 'ADMIN' }] },
      { 'idempotency-key': 'once' },
    );
  const [first, second] = [await post(), await post()];
  expect(second.body).toEqual(first.body);
  expect((await api.get<Page>('/groups')).body.data).toHaveLength(1);
});

test('groups are listed newest first, page by page, and filtered by name, status and member', async () => {
  const { api } = await organization();
  const [ada = '', bob = ''] = await participants(api, 'ada', 'bob');
  const [red, blue, green] = [await named(api, 'Red team', ada), await named(api, 'Blue team', ada), await named(api, 'Green crew', bob)];
  await api.patch(`/groups/${blue.id}`, { status: 'ARCHIVED' });
  const ids = async (query: string) => (await api.get<Page>(`/groups${query}`)).body.data.map(({ id }) => id);
  expect(await ids('')).toEqual([green.id, red.id]);
  expect(await ids('?include_archived=true')).toEqual([green.id, blue.id, red.id]);
  expect(await ids('?status=ARCHIVED')).toEqual([blue.id]);
  expect(await ids('?search=TEAM&include_archived=true&sort_by=name&sort_dir=asc')).toEqual([blue.id, red.id]);
  expect(await ids(`?participant_id=${bob}`)).toEqual([green.id]);
  const { body } = await api.get<Page>('/groups?limit=1');
  expect(body.pagination.has_more).toBe(true);
  expect(await ids(`?limit=1&cursor=${body.pagination.next_cursor}`)).toEqual([red.id]);
});

test('a group of which a participant was removed is no longer found by that participant', async () => {
  const { api } = await organization();
  const { group, bob, remove } = await groupIn(api);
  await remove(bob);
  expect((await api.get<Page>(`/groups?participant_id=${bob}`)).body.data).toEqual([]);
  expect((await api.get<GroupDetail>(`/groups/${group.id}`)).body.member_count).toBe(1);
});

test('a group is renamed; archived it carries deleted_at, for good', async () => {
  const { api } = await organization();
  const { group, archive } = await groupIn(api);
  const renamed = await api.patch<GroupDetail>(`/groups/${group.id}`, { name: 'Roasters' });
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Roasters', status: 'ACTIVE', deleted_at: null } });
  const archived = await archive();
  expect(archived).toMatchObject({ status: 200, body: { status: 'ARCHIVED', deleted_at: expect.any(String) as string } });
  expect((await archive()).body).toEqual(archived.body);
  for (const change of [{ status: 'ACTIVE' }, { name: 'Baristas' }]) {
    expect(await api.patch(`/groups/${group.id}`, change)).toMatchObject({
      status: 409,
      body: { type: 'conflict', code: 'group_archived' },
    });
  }
});

test('the group of another organization is 404 on every route', async () => {
  const [{ api }, { api: stranger }] = [await organization(), await organization()];
  const { group, ada } = await groupIn(api);
  const [eve] = await participants(stranger, 'eve');
  const operation = { program_id: randomUUID(), asset_id: randomUUID(), description: 'Test', amount: '1', reference_id: 'r' };
  const path = `/groups/${group.id}`;
  const answers = await Promise.all([
    stranger.get(path),
    stranger.patch(path, { name: 'Taken' }),
    stranger.get(`${path}/members`),
    stranger.post(`${path}/members`, { participant_id: eve }),
    stranger.patch(`${path}/members/${ada}`, { role: 'MEMBER' }),
    stranger.delete(`${path}/members/${ada}`),
    stranger.get(`${path}/balances`),
    stranger.get(`${path}/balances/lots`),
    stranger.get(`${path}/balances/explain?program_id=${operation.program_id}&asset_id=${operation.asset_id}`),
    stranger.post(`${path}/balances/adjust`, { ...operation, type: 'CREDIT' }),
    stranger.post(`${path}/balances/forfeit`, { ...operation, bucket: 'AVAILABLE' }),
    ...['hold', 'release', 'void-hold'].map((name) => stranger.post(`${path}/balances/${name}`, operation)),
    stranger.get(`${path}/activity/journal-entries`),
    stranger.get(`${path}/activity/events`),
    stranger.get(`${path}/activity/state-history`),
  ]);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'not_found']));
  expect(answers.map(({ body }) => body.message)).not.toContain('Nothing exists at this path.');
  expect((await api.get(path)).body).toEqual(group);
});

test('a participant of another organization cannot become a member', async () => {
  const [{ api }, { api: stranger }] = [await organization(), await organization()];
  const { add } = await groupIn(api);
  const [eve] = await participants(stranger, 'eve');
  expect(await add({ participant_id: eve })).toMatchObject({ status: 404, body: { code: 'not_found', param: 'participant_id' } });
});
