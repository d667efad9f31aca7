/** How often a decision waits for Postgres does not grow with the rules, nor with how many are taken together. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '@/server/db/client';
import { commitReservation, decide } from '@/server/services/decisions/decide';
import { previewDecision } from '@/server/services/decisions/preview-decision';
import { ledger, type TestLedger } from '@tests/support/ledger';
import { requestOf, roundTripsOf } from '@tests/support/round-trips';

afterAll(closeDatabase);

const purchase = <Mode extends string>({ program }: TestLedger, mode: Mode) => ({
  program_id: program.id,
  external_id: 'ada',
  idempotency_key: randomUUID(),
  event_data: { type: 'purchase', amount: 5 },
  mode,
  redemptions: [],
  evaluations: false,
});

async function shop(): Promise<TestLedger> {
  const club = await ledger({ inventory_mode: 'LOT' });
  await club.addRule({ amount: '{{ event.amount }}' });
  await club.addRule({ actions: [{ type: 'TAG', tag: 'buyer' }] });
  await decide(requestOf(club), purchase(club, 'COMMIT'));
  return club;
}

test('a COMMIT takes a trip to look up, one to hold the participant, one to load and one to commit', async () => {
  const club = await shop();
  expect(await roundTripsOf(() => decide(requestOf(club), purchase(club, 'COMMIT')))).toBe(4);
});

test('many that are taken together take no more trips than two batches of them', async () => {
  const club = await shop();
  const many = () => Promise.all(Array.from({ length: 40 }, () => decide(requestOf(club), purchase(club, 'COMMIT'))));
  expect(await roundTripsOf(many)).toBeLessThanOrEqual(8);
});

test('the commit of a reservation takes one more than a COMMIT, to find it', async () => {
  const club = await shop();
  const held = await decide(requestOf(club), purchase(club, 'RESERVE'));
  expect(await roundTripsOf(() => commitReservation(requestOf(club), { id: held.id }))).toBe(5);
});

test('a PREVIEW takes a trip to look up, one for earlier events, one to load and one to forget', async () => {
  const club = await shop();
  expect(await roundTripsOf(() => previewDecision(requestOf(club), purchase(club, 'PREVIEW')))).toBe(4);
});
