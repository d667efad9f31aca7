import { expect, test } from 'vitest';
import { clockJob } from '@tests/support/clock-jobs';
import { statement } from '@/server/db/transaction';
import { brokenInvariants } from '@tests/support/invariants';
import { historyOf } from '@tests/support/state';
import { tierClub, type TestTier } from '@tests/support/tiers';

/** The beginning of the n-th year from now. */
const newYear = (n: number): string => new Date(Date.UTC(new Date().getUTCFullYear() + n, 0, 1)).toISOString();
const YEAR = { qualification_period: { type: 'CALENDAR_YEAR' }, counters: { qualifying: ['points'], rollover: 'NONE' } };

const told = async (club: TestTier) => (await club.announced()).map(({ level }) => level);

test('a level outlives the year in which it was earned, and ends with the next unless it is earned again', async () => {
  const club = await tierClub({ lifecycle: YEAR });
  await club.earn(1_200);
  expect(await club.tierMembership()).toMatchObject({ level: 'gold', expires_at: newYear(1) });
  expect(await club.advance(newYear(1))).toMatchObject({ tiers: expect.any(Number) });
  expect([await club.counter(), await club.tierMembership()]).toMatchObject(['0', { level: 'gold', expires_at: newYear(2) }]);
  await club.earn(150);
  await club.advance(newYear(2));
  expect([await club.counter(), await club.tierMembership()]).toMatchObject(['0', { level: 'silver', expires_at: newYear(3) }]);
  await club.advance(newYear(3));
  expect([await club.counter(), await club.level()]).toEqual(['0', null]);
  expect(await told(club)).toEqual(['gold', 'silver', null]);
  expect((await historyOf(club)).map(([operation, key, , , source]) => [operation, key, source])).toEqual([
    ['SET', 'points', 'API'],
    ['SET', 'status', 'API'],
    ['SET', 'status', 'SYSTEM'],
    ['AUTO_RESET', 'points', 'SYSTEM'],
    ['SET', 'points', 'API'],
    ['SET', 'status', 'SYSTEM'],
    ['AUTO_RESET', 'points', 'SYSTEM'],
    ['DELETE', 'status', 'SYSTEM'],
  ]);
  expect(await brokenInvariants((sql, values) => statement(sql, values), club.id)).toEqual([]);
});

test('one move over several years evaluates each at its time, and carries over what exceeds', async () => {
  const club = await tierClub({ lifecycle: { ...YEAR, counters: { qualifying: ['points'], rollover: 'EXCESS' } } });
  await club.earn(1_300);
  await club.advance(newYear(5));
  expect([await club.counter(), await club.level()]).toEqual(['0', null]);
  const { body } = await club.api.get<{ data: { key: string; new_value: unknown; created_at: string }[] }>(
    `${club.path}/activity/state-history?sort_dir=asc`,
  );
  const steps = body.data
    .slice(2)
    .map(({ key, new_value, created_at }) => [created_at, key, (new_value as { level: string } | null)?.level ?? new_value]);
  expect(steps).toEqual([
    [newYear(1), 'status', 'gold'],
    [newYear(1), 'points', '300'],
    [newYear(2), 'status', 'silver'],
    [newYear(2), 'points', '200'],
    [newYear(3), 'status', 'silver'],
    [newYear(3), 'points', '100'],
    [newYear(4), 'status', 'silver'],
    [newYear(4), 'points', '0'],
    [newYear(5), 'status', null],
  ]);
});

test('what changes a counter after the end of a year finds the year ended, also before any job has come by', async () => {
  const club = await tierClub({ lifecycle: YEAR });
  await club.earn(1_200);
  await statement(`UPDATE state_counters SET updated_at = updated_at - interval '1 year' WHERE organization_id = $1`, [club.id]);
  await statement(`UPDATE state_tiers SET expires_at = expires_at - interval '1 year' WHERE organization_id = $1`, [club.id]);
  await club.earn(150);
  expect([await club.counter(), await club.level()]).toEqual(['150', 'gold']);
  expect((await club.tierMembership()).expires_at).toBe(newYear(1));
});

test('a level by hand with an end falls to what the counters qualify for when it comes', async () => {
  const club = await tierClub();
  await club.earn(150);
  const { now } = (await club.api.get<{ now: string }>('/sandbox/clock')).body;
  const expires_at = new Date(Date.parse(now) + 3_600_000).toISOString();
  await club.place({ level: 'platinum', expires_at });
  await club.advance('59m');
  expect(await club.level()).toBe('platinum');
  await club.advance('2m');
  expect(await club.tierMembership()).toMatchObject({ level: 'silver', since: expires_at, expires_at: null });
});

test('grace keeps a level that was not earned, and then it drops by one, down to min_level', async () => {
  const club = await tierClub({ lifecycle: { ...YEAR, downgrade_policy: { mode: 'DROP_ONE', grace_days: 30, min_level: 'gold' } } });
  await club.place({ level: 'platinum' });
  await club.advance(newYear(1));
  expect(await club.level()).toBe('platinum');
  await club.advance('29d');
  expect(await club.level()).toBe('platinum');
  await club.advance('1d');
  expect(await club.level()).toBe('gold');
  await club.advance(newYear(3));
  expect(await club.level()).toBe('gold');
  expect(await told(club)).toEqual(['platinum', 'gold']);
});

test('activity lets a level last, and without any it ends', async () => {
  const club = await tierClub({ lifecycle: { retention: { mode: 'ACTIVITY_REFRESH', duration: '90d' } } });
  await club.earn(1_000);
  await club.advance('60d');
  await club.earn(1);
  await club.advance('60d');
  expect(await club.level()).toBe('gold');
  await club.advance('31d');
  expect(await club.level()).toBeNull();
  await club.earn(1);
  expect(await club.level()).toBe('gold');
  expect(await told(club)).toEqual(['gold', null, 'gold']);
});

test('a retention without a year gives each participant periods of its own', async () => {
  const club = await tierClub({
    lifecycle: { retention: { mode: 'PERIOD_BASED', duration: '30d' }, counters: { qualifying: ['points'] } },
  });
  await club.earn(1_000);
  await club.advance('29d');
  await club.earn(1_000);
  await club.advance('1d');
  expect([await club.counter(), await club.level()]).toEqual(['0', 'gold']);
  await club.advance('30d');
  expect(await club.level()).toBeNull();
});

test('a tier that is archived evaluates nobody any more but ends what has an end', async () => {
  const club = await tierClub({ lifecycle: YEAR });
  await club.earn(1_200);
  await club.patchTier({ status: 'ARCHIVED' });
  await club.advance(newYear(1));
  expect([await club.counter(), await club.level()]).toEqual(['1200', null]);
});

test('a suspended participant ages like everybody', async () => {
  const club = await tierClub({ lifecycle: YEAR });
  await club.earn(1_200);
  await club.api.patch(club.path, { status: 'SUSPENDED' });
  await club.advance(newYear(2));
  expect([await club.counter(), await club.level()]).toEqual(['0', null]);
});

test('workers that evaluate at once evaluate each tier membership once', async () => {
  const club = await tierClub({ lifecycle: YEAR });
  await club.earn(1_200);
  await statement(`UPDATE state_tiers SET expires_at = now() - interval '1 day' WHERE organization_id = $1`, [club.id]);
  await statement(`UPDATE state_counters SET value = 0, updated_at = now() WHERE organization_id = $1`, [club.id]);
  const run = () =>
    clockJob('evaluate-tiers').run({
      clock: { now: () => new Date() },
      organization: { id: club.id, now: new Date() },
      limit: 10,
      signal: new AbortController().signal,
    });
  await Promise.all(Array.from({ length: 6 }, run));
  expect(await told(club)).toEqual(['gold', null]);
});
