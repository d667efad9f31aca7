/** Engines with rare sweeps learn when the next reservation reaches its deadline. */
import { expect, test } from 'vitest';
import { clockJob } from '@tests/support/clock-jobs';
import { useOwnDatabase } from '@tests/support/own-database';
import { shop } from '@tests/support/redemptions';

await useOwnDatabase();

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const nextWake = (hours: number) => clockJob('expire-reservations').nextWake!(inHours(hours));

test('the next deadline of any organization, in real time, as far as it is asked for', async () => {
  expect(await nextWake(100)).toBeNull();
  const club = await shop();
  const late = await club.reserved({ expires_at: inHours(50).toISOString() });
  expect((await nextWake(100))?.toISOString()).toBe(late.expires_at);
  expect(await nextWake(49)).toBeNull();
  const other = await shop();
  const early = await other.reserved({ expires_at: inHours(60).toISOString() });
  await other.advance('20h');
  const expected = Date.parse(early.expires_at!) - 20 * 3_600_000;
  expect(Math.abs((await nextWake(100))!.getTime() - expected)).toBeLessThan(5_000);
  await other.act('cancel', early);
  expect((await nextWake(100))?.toISOString()).toBe(late.expires_at);
});
