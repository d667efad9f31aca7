import { expect, test } from 'vitest';
import type { GroupDetail } from '@/contract/group';
import type { ParticipantDetail } from '@/contract/participant';
import { statement } from '@/server/db/transaction';
import { brokenInvariants } from '@tests/support/invariants';
import { historyOf } from '@tests/support/state';
import { LEVELS, tierClub } from '@tests/support/tiers';

test('counters that reach a threshold lift at once, over several levels too, and each lift is told once', async () => {
  const club = await tierClub();
  await club.earn(99.99);
  expect(await club.level()).toBeNull();
  await club.earn('0.01');
  expect(await club.tierMembership()).toEqual({
    tier: 'status',
    level: 'silver',
    rank: 1,
    program_id: club.program.id,
    since: expect.any(String),
    expires_at: null,
  });
  await club.earn(10);
  await club.earn(5_000);
  expect(await club.level()).toBe('platinum');
  const ids = { participant_id: club.participant.id, organization_id: club.id, program_id: club.program.id, tier: 'status' };
  expect(await club.announced()).toEqual([
    { ...ids, level: 'silver' },
    { ...ids, level: 'platinum' },
  ]);
  await club.earn(-5_000);
  expect(await club.level()).toBe('platinum');
});

test('a level by hand is given, changed and taken away, each with its history and webhook', async () => {
  const club = await tierClub();
  const placed = await club.place({ level: 'gold', expires_at: '2099-01-01T00:00:00Z' });
  expect(placed).toMatchObject({ status: 200, body: { level: 'gold', rank: 2, expires_at: '2099-01-01T00:00:00.000Z' } });
  expect((await club.place({ level: 'gold', expires_at: null })).body).toMatchObject({ since: placed.body.since, expires_at: null });
  expect((await club.place({ level: 'silver' })).body).toMatchObject({ level: 'silver', expires_at: null });
  const remove = () => club.api.delete(`${club.path}/state/tiers/status?program_id=${club.program.id}`);
  expect((await remove()).status).toBe(204);
  expect(await remove()).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await club.level()).toBeNull();
  expect((await club.announced()).map(({ level }) => level)).toEqual(['gold', 'silver', null]);
  const level = (name: string, rank: number, expires_at: string | null) => ({ level: name, rank, since: expect.any(String), expires_at });
  expect(await historyOf(club)).toEqual([
    ['SET', 'status', null, level('gold', 2, '2099-01-01T00:00:00.000Z'), 'API'],
    ['SET', 'status', level('gold', 2, '2099-01-01T00:00:00.000Z'), level('gold', 2, null), 'API'],
    ['SET', 'status', level('gold', 2, null), level('silver', 1, null), 'API'],
    ['DELETE', 'status', level('silver', 1, null), null, 'API'],
  ]);
});

test('the record of a participant shows its levels, also as they stood', async () => {
  const club = await tierClub();
  await club.earn(150);
  const at = (await club.api.get<{ now: string }>('/sandbox/clock')).body.now;
  const then = (await club.api.get<ParticipantDetail>(club.path)).body;
  expect(then.tiers).toEqual([await club.tierMembership()]);
  await club.advance('1d');
  await club.earn(5_000);
  expect((await club.api.get<ParticipantDetail>(club.path)).body.tiers).toEqual([await club.tierMembership()]);
  expect((await club.api.get<ParticipantDetail>(`${club.path}?as_of=${at}`)).body).toEqual(then);
  expect(await brokenInvariants((sql, values) => statement(sql, values), club.id)).toEqual([]);
});

test.each([
  [{ level: 'bronze' }, 400, 'validation_error'],
  [{ level: 'gold', expires_at: '2020-01-01T00:00:00Z' }, 400, 'invalid_expiration'],
  [{ level: 'gold', expires_at: 'soon' }, 400, 'validation_error'],
  [{ level: null }, 400, 'validation_error'],
  [{}, 400, 'validation_error'],
])('a placement of %j is refused', async (body, status, code) => {
  const club = await tierClub();
  expect(await club.place(body)).toMatchObject({ status, body: { code } });
});

test('levels by hand need an active participant, an active program and a tier of it', async () => {
  const club = await tierClub();
  expect(await club.place({ level: 'gold' }, 'other')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await club.api.put(`${club.path}/state/tiers/status`, { level: 'gold' })).toMatchObject({
    status: 400,
    body: { param: 'program_id' },
  });
  await club.api.patch(`/programs/${club.program.id}`, { status: 'SUSPENDED' });
  expect(await club.place({ level: 'gold' })).toMatchObject({ status: 409, body: { code: 'program_suspended' } });
  await club.earn(5_000);
  expect(await club.level()).toBeNull();
  await club.api.patch(`/programs/${club.program.id}`, { status: 'ACTIVE' });
  await club.api.patch(club.path, { status: 'CLOSED' });
  expect(await club.place({ level: 'gold' })).toMatchObject({ status: 409, body: { code: 'participant_inactive' } });
});

test('tiers of two programs may have one key, and then the program has to be named', async () => {
  const club = await tierClub();
  const other = (await club.api.post<{ id: string }>('/programs', { name: 'Tea club' })).body.id;
  await club.api.post(`/programs/${other}/tiers`, { key: 'status', name: 'Status', levels: LEVELS });
  await club.api.post('/participants', { external_id: 'ada', program_id: other });
  await club.earn(1_000);
  expect(await club.api.get(`${club.path}/state/tiers/status`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', param: 'program_id' },
  });
  expect((await club.api.get(`${club.path}/state/tiers/status?program_id=${other}`)).body).toMatchObject({
    level: 'gold',
    program_id: other,
  });
  const list = async (query: string) =>
    (await club.api.get<{ data: { program_id: string }[] }>(`${club.path}/state/tiers${query}`)).body.data.map(
      ({ program_id }) => program_id,
    );
  expect(await list('')).toEqual([club.program.id, other].sort());
  expect(await list(`?program_id=${other}`)).toEqual([other]);
});

test('a group stands in the tiers of its members’ programs, and a program in its own', async () => {
  const club = await tierClub();
  const { id: group } = (
    await club.api.post<GroupDetail>('/groups', { name: 'Baristas', members: [{ participant_id: club.participant.id, role: 'ADMIN' }] })
  ).body;
  await club.api.patch(`/groups/${group}/state/counters`, { set: { points: 1_500 } });
  await club.api.patch(`/programs/${club.program.id}/state/counters`, { set: { points: 120 } });
  expect((await club.api.get<GroupDetail>(`/groups/${group}`)).body.tiers).toMatchObject([{ tier: 'status', level: 'gold' }]);
  expect((await club.api.get(`/programs/${club.program.id}/state/tiers/status`)).body).toMatchObject({ level: 'silver' });
  expect((await club.api.put(`/groups/${group}/state/tiers/status?program_id=${club.program.id}`, { level: 'silver' })).status).toBe(200);
  const ids = { organization_id: club.id, program_id: club.program.id, tier: 'status' };
  expect(await club.announced()).toEqual([
    { ...ids, group_id: group, level: 'gold' },
    { ...ids, level: 'silver' },
    { ...ids, group_id: group, level: 'silver' },
  ]);
});

test('many increments at once lift exactly once', async () => {
  const club = await tierClub();
  await Promise.all(Array.from({ length: 40 }, () => club.earn(100)));
  expect([await club.counter(), await club.level()]).toEqual(['4000', 'gold']);
  expect((await club.announced()).map(({ level }) => level)).toEqual(['silver', 'gold']);
});

test('a new tier, and one whose levels change, lift whoever qualifies already', async () => {
  const club = await tierClub(null);
  await club.earn(1_200);
  await club.createTier();
  expect(await club.level()).toBeNull();
  await club.evaluate();
  expect(await club.level()).toBe('gold');
  await club.patchTier({
    levels: [
      ...LEVELS.slice(0, 2),
      { ...LEVELS[2], qualification: { mode: 'ANY', criteria: [{ counter: 'points', operator: 'GT', threshold: 1_100 }] } },
    ],
  });
  await club.evaluate();
  expect(await club.level()).toBe('platinum');
  expect((await club.announced()).map(({ level }) => level)).toEqual(['gold', 'platinum']);
  expect(await club.evaluate()).toBe(0);
});

test('a new tier evaluates all of many participants, whatever number is evaluated at a time', async () => {
  const club = await tierClub(null);
  await statement(
    `WITH made AS (INSERT INTO participants (id, organization_id, external_id, created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'p' || n, now(), now() FROM generate_series(1, 250) n RETURNING id),
     enrolled AS (INSERT INTO program_participants (organization_id, program_id, participant_id, enrolled_at) SELECT $1, $2, id, now() FROM made)
     INSERT INTO state_counters (organization_id, subject_type, subject_id, key, value, updated_at) SELECT $1, 'PARTICIPANT', id, 'points', 100, now() FROM made`,
    [club.id, club.program.id],
  );
  await club.createTier();
  await club.evaluate();
  const [row] = await statement<{ count: number }>(
    `SELECT count(*)::int AS count FROM state_tiers WHERE organization_id = $1 AND level = 'silver'`,
    [club.id],
  );
  expect(row).toEqual({ count: 250 });
});
