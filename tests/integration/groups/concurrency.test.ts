/** Memberships under concurrent requests, through the API and the real Postgres. */
import { expect, test } from 'vitest';
import { organization } from '@tests/support/api';
import { groupIn, participants } from '@tests/support/groups';

const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

test('two hundred removals at once of two ADMINs leave exactly one', async () => {
  const { api } = await organization();
  const { ada, bob, setRole, remove, members } = await groupIn(api);
  await setRole(bob, 'ADMIN');
  const answers = await many(200, (index) => remove(index % 2 === 0 ? ada : bob));
  const count = (status: number, code?: string) =>
    answers.filter((answer) => answer.status === status && answer.body?.code === code).length;
  expect(count(204)).toBe(1);
  expect(count(409, 'last_admin')).toBe(100);
  expect(count(404, 'not_found')).toBe(99);
  expect(await members()).toMatchObject([{ role: 'ADMIN', status: 'ACTIVE' }]);
});

test('removals and demotions at once never leave a group without an ADMIN', async () => {
  const { api } = await organization();
  const { ada, bob, setRole, remove, members } = await groupIn(api);
  await setRole(bob, 'ADMIN');
  const answers = await many(60, (index) =>
    [() => remove(ada), () => setRole(bob, 'MEMBER'), () => setRole(ada, 'MEMBER'), () => remove(bob)][index % 4]!(),
  );
  expect(answers.map(({ status }) => status).filter((status) => ![200, 204, 404, 409].includes(status))).toEqual([]);
  expect((await members()).filter(({ role }) => role === 'ADMIN').length).toBe(1);
});

test('fifty additions of one participant at once make one member; the others are member_exists', async () => {
  const { api } = await organization();
  const { add, members } = await groupIn(api);
  const [eve] = await participants(api, 'eve');
  const answers = await many(50, () => add({ participant_id: eve }));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status, body }) => status === 409 && body.code === 'member_exists')).toHaveLength(49);
  expect((await members('?include_former=true')).filter(({ participant_id }) => participant_id === eve)).toHaveLength(1);
});

test('of additions and an archiving at once, none is added after the group is archived', async () => {
  const { api } = await organization();
  const { group, add, archive } = await groupIn(api);
  const newcomers = await participants(api, ...Array.from({ length: 20 }, (_, index) => `newcomer-${index}`));
  const [archived, ...answers] = await Promise.all([archive(), ...newcomers.map((participant_id) => add({ participant_id }))]);
  expect(archived.status).toBe(200);
  const added = answers.filter(({ status }) => status === 201).length;
  expect(answers.filter(({ status, body }) => status === 409 && body.code === 'group_archived')).toHaveLength(20 - added);
  expect(archived.body.member_count).toBe(2 + added);
  expect((await api.get(`/groups/${group.id}`)).body).toEqual(archived.body);
});
