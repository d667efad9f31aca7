import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { clockJob } from '@tests/support/clock-jobs';
import { useOwnDatabase } from '@tests/support/own-database';
import { tierClub } from '@tests/support/tiers';

await useOwnDatabase();

/** Evaluates tiers as a worker does: for every organization, in real time. */
const work = (limit = 50) =>
  clockJob('evaluate-tiers').run({ clock: { now: () => new Date() }, limit, signal: new AbortController().signal });
async function workUntilDone(limit?: number): Promise<number> {
  for (let total = 0; ;) {
    const { performed, more } = await work(limit);
    total += performed;
    if (!more) return total;
  }
}

test('a worker finds what is due in every organization on the clock of each, and nothing twice', async () => {
  const [present, ahead] = [await tierClub(), await tierClub()];
  await workUntilDone();
  for (const club of [present, ahead]) {
    await club.api.patch(`${club.path}/state/counters`, { set: { points: 150, visits: 3 }, reset_after: { visits: '1h' } });
    await club.place({ level: 'gold', expires_at: new Date(Date.now() + 3_600_000).toISOString() });
  }
  expect(await workUntilDone()).toBe(0);
  await statement('UPDATE organizations SET clock_offset_ms = 7200000 WHERE id = $1', [ahead.id]);
  expect(await workUntilDone()).toBe(1);
  expect([await ahead.level(), await present.level()]).toEqual(['silver', 'gold']);
  expect((await ahead.announced()).map(({ level }) => level)).toEqual(['silver', 'gold', 'silver']);
  const resets = (id: string) => statement(`SELECT key FROM state_history WHERE organization_id = $1 AND operation = 'AUTO_RESET'`, [id]);
  expect([await resets(ahead.id), await resets(present.id)]).toEqual([[{ key: 'visits' }], []]);
});

test('a clock that is being moved is left to whoever moves it', async () => {
  const club = await tierClub();
  await club.earn(150);
  await statement('UPDATE organizations SET clock_leased_until = $2 WHERE id = $1', [club.id, new Date(Date.now() + 60_000)]);
  await statement(`UPDATE state_tiers SET level = 'gold', rank = 2, expires_at = now() - interval '1 hour' WHERE organization_id = $1`, [
    club.id,
  ]);
  expect(await workUntilDone()).toBe(0);
  await statement('UPDATE organizations SET clock_leased_until = NULL WHERE id = $1', [club.id]);
  await workUntilDone();
  expect(await club.level()).toBe('silver');
});

test('the work of many is done in portions', async () => {
  const clubs = await Promise.all(Array.from({ length: 5 }, () => tierClub()));
  for (const club of clubs) await club.earn(150);
  await statement(
    `UPDATE state_tiers SET level = 'gold', rank = 2, expires_at = now() - interval '1 hour' WHERE organization_id = ANY ($1::uuid[])`,
    [clubs.map(({ id }) => id)],
  );
  await workUntilDone(2);
  for (const club of clubs) expect(await club.level()).toBe('silver');
});
