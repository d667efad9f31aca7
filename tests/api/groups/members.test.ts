/** Who belongs to a group, in which role, and who asked for it (contract: "Group membership"). */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { organization } from '@tests/support/api';
import { groupIn, participants } from '@tests/support/groups';
import { snapshot } from '@tests/support/ledger';

test('one participant is added as MEMBER unless the role says otherwise', async () => {
  const { api } = await organization();
  const { add, members } = await groupIn(api);
  const [eve, max] = await participants(api, 'eve', 'max');
  expect(await add({ participant_id: eve })).toMatchObject({ status: 201, body: { message: 'Added 1 member.' } });
  expect(await add({ participant_id: max, role: 'ADMIN' })).toMatchObject({ status: 201 });
  expect(await members()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ participant_id: eve, external_id: 'eve', role: 'MEMBER', status: 'ACTIVE', left_at: null }),
      expect.objectContaining({ participant_id: max, role: 'ADMIN' }),
    ]),
  );
});

test('the answer to adding a member says where the members are listed', async () => {
  const { api } = await organization();
  const { group, add } = await groupIn(api);
  const [eve] = await participants(api, 'eve');
  const { headers } = await add({ participant_id: eve });
  expect(headers.location).toBe(`/v1/groups/${group.id}/members`);
  expect(await api.get(headers.location!.slice('/v1'.length))).toMatchObject({ status: 200 });
});

test('an active member added again is member_exists and keeps its role', async () => {
  const { api } = await organization();
  const { add, members, bob } = await groupIn(api);
  expect(await add({ participant_id: bob, role: 'ADMIN' })).toMatchObject({
    status: 409,
    body: { code: 'member_exists', param: 'participant_id' },
  });
  expect((await members()).find(({ participant_id }) => participant_id === bob)?.role).toBe('MEMBER');
});

test('a list adds the new ones, leaves active members as they are and names them in the message', async () => {
  const { api } = await organization();
  const { add, members, bob } = await groupIn(api);
  const [eve, max] = await participants(api, 'eve', 'max');
  const answer = await add({
    members: [{ participant_id: eve, role: 'ADMIN' }, { participant_id: bob, role: 'ADMIN' }, { participant_id: max }],
  });
  expect(answer).toMatchObject({ status: 201, body: { message: `Added 2 members. Already a member: ${bob}.` } });
  const roles = Object.fromEntries((await members()).map(({ participant_id, role }) => [participant_id, role]));
  expect(roles).toMatchObject({ [eve!]: 'ADMIN', [bob]: 'MEMBER', [max!]: 'MEMBER' });
});

test('any other fault in a list refuses the whole list', async () => {
  const { api, id } = await organization();
  const { add } = await groupIn(api);
  const [eve, max] = await participants(api, 'eve', 'max');
  await api.patch('/participants/ext:max', { status: 'CLOSED' });
  const before = await snapshot(id);
  expect(await add({ members: [{ participant_id: eve }, { participant_id: randomUUID() }] })).toMatchObject({
    status: 404,
    body: { param: 'members[1].participant_id' },
  });
  expect(await add({ members: [{ participant_id: eve }, { participant_id: max }] })).toMatchObject({
    status: 409,
    body: { code: 'participant_inactive' },
  });
  expect(await add({ members: [{ participant_id: eve }, { participant_id: eve }] })).toMatchObject({
    status: 400,
    body: { param: 'members[1].participant_id' },
  });
  expect(await add({ members: [{ participant_id: eve }, { participant_id: 'eve' }] })).toMatchObject({
    status: 400,
    body: { param: 'members[1].participant_id' },
  });
  expect(await add({ members: [{ participant_id: eve, role: 'OWNER' }] })).toMatchObject({
    status: 400,
    body: { param: 'members[0].role' },
  });
  expect(await add({ members: [] })).toMatchObject({ status: 400, body: { code: 'validation_error' } });
  expect(await snapshot(id)).toEqual(before);
});

test('both forms at once are an invalid_request, neither is a validation_error', async () => {
  const { api } = await organization();
  const { add } = await groupIn(api);
  const [eve] = await participants(api, 'eve');
  expect(await add({ participant_id: eve, members: [{ participant_id: eve }] })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', param: 'participant_id' },
  });
  expect(await add({ role: 'ADMIN', members: [{ participant_id: eve }] })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', param: 'role' },
  });
  expect(await add({})).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'participant_id' } });
  expect(await add({ participant_id: eve, nickname: 'E' })).toMatchObject({
    status: 400,
    body: { code: 'validation_error', param: 'nickname' },
  });
});

test('a removed member has LEFT, is listed only with include_former, and can return in another role', async () => {
  const { api } = await organization();
  const { remove, add, members, bob } = await groupIn(api);
  expect(await remove(bob)).toMatchObject({ status: 204, body: null });
  expect((await members()).map(({ participant_id }) => participant_id)).not.toContain(bob);
  expect(await members('?include_former=true')).toEqual(
    expect.arrayContaining([expect.objectContaining({ participant_id: bob, status: 'LEFT', left_at: expect.any(String) as string })]),
  );
  expect(await remove(bob)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await add({ participant_id: bob, role: 'ADMIN' })).toMatchObject({ status: 201 });
  const stays = (await members('?include_former=true')).filter(({ participant_id }) => participant_id === bob);
  expect(stays).toMatchObject([{ role: 'ADMIN', status: 'ACTIVE', left_at: null }]);
});

test('a member is named by ext: in paths, and a role change answers the member', async () => {
  const { api } = await organization();
  const { setRole, remove, bob } = await groupIn(api);
  expect(await setRole('ext:bob', 'ADMIN')).toMatchObject({ status: 200, body: { participant_id: bob, role: 'ADMIN' } });
  expect(await remove('ext:bob')).toMatchObject({ status: 204 });
  expect(await setRole('ext:bob', 'MEMBER')).toMatchObject({ status: 404, body: { code: 'not_found', param: 'participant_id' } });
});

test('the last ADMIN can neither leave nor become a MEMBER, until there is another', async () => {
  const { api } = await organization();
  const { setRole, remove, members, ada, bob } = await groupIn(api);
  const before = await members();
  expect(await setRole(ada, 'MEMBER')).toMatchObject({ status: 409, body: { type: 'conflict', code: 'last_admin' } });
  expect(await remove(ada)).toMatchObject({ status: 409, body: { code: 'last_admin' } });
  expect(await setRole(ada, 'ADMIN')).toMatchObject({ status: 200 });
  expect(await members()).toEqual(before);
  await setRole(bob, 'ADMIN');
  expect(await remove(ada)).toMatchObject({ status: 204 });
});

test('a closed participant can be removed but not added', async () => {
  const { api } = await organization();
  const { remove, add, bob } = await groupIn(api);
  await api.patch(`/participants/${bob}`, { status: 'CLOSED' });
  expect(await remove(bob)).toMatchObject({ status: 204 });
  expect(await add({ participant_id: bob })).toMatchObject({ status: 409, body: { code: 'participant_inactive' } });
});

test('an archived group takes no change of its members', async () => {
  const { api } = await organization();
  const { archive, add, remove, setRole, bob } = await groupIn(api);
  const [eve] = await participants(api, 'eve');
  await archive();
  for (const answer of [await add({ participant_id: eve }), await remove(bob), await setRole(bob, 'ADMIN')]) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'group_archived' } });
  }
});

test('every change of a membership is kept with its role, its key, and on whose behalf it was made', async () => {
  const { api } = await organization();
  const { group, add, setRole, remove, ada } = await groupIn(api);
  const [eve] = await participants(api, 'eve');
  expect(await add({ participant_id: eve, on_behalf_of_participant_id: randomUUID() })).toMatchObject({
    status: 404,
    body: { param: 'on_behalf_of_participant_id' },
  });
  await add({ participant_id: eve, on_behalf_of_participant_id: ada });
  await setRole(eve!, 'ADMIN');
  await remove(eve!);
  const changes = await statement<{ operation: string; role: string; on_behalf_of_participant_id: string | null; by_key: boolean }>(
    `SELECT operation, role, on_behalf_of_participant_id, api_key_id IS NOT NULL AS by_key FROM group_member_changes
     WHERE group_id = $1 AND participant_id = $2 ORDER BY created_at, id`,
    [group.id, eve],
  );
  expect(changes).toEqual([
    { operation: 'ADD', role: 'MEMBER', on_behalf_of_participant_id: ada, by_key: true },
    { operation: 'SET_ROLE', role: 'ADMIN', on_behalf_of_participant_id: null, by_key: true },
    { operation: 'REMOVE', role: 'ADMIN', on_behalf_of_participant_id: null, by_key: true },
  ]);
  await expect(statement('DELETE FROM group_member_changes WHERE group_id = $1', [group.id])).rejects.toThrow('append-only');
});

test('a repeated addition with the same Idempotency-Key answers as the first did', async () => {
  const { api } = await organization();
  const { group } = await groupIn(api);
  const [eve] = await participants(api, 'eve');
  const post = () => api.post(`/groups/${group.id}/members`, { participant_id: eve }, { 'idempotency-key': 'once' });
  const [first, second] = [await post(), await post()];
  expect(second).toMatchObject({ status: 201, body: first.body });
  expect(second.headers['idempotent-replayed']).toBe('true');
});

test('members are listed newest first, page by page, and by role', async () => {
  const { api } = await organization();
  const { group, add, members, ada, bob } = await groupIn(api);
  const [eve] = await participants(api, 'eve');
  await add({ participant_id: eve });
  expect((await members('?role=ADMIN')).map(({ participant_id }) => participant_id)).toEqual([ada]);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: { data: { participant_id: string }[]; pagination: { next_cursor: string | null } } } = await api.get(
      `/groups/${group.id}/members?limit=1${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...body.data.map(({ participant_id }) => participant_id));
    cursor = body.pagination.next_cursor;
  }
  expect(seen[0]).toBe(eve);
  expect(seen.sort()).toEqual([ada, bob, eve].sort());
});
