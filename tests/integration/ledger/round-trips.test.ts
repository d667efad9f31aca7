/** How often the service waits for Postgres does not grow with what it does: a database further away costs a few trips, not one for each statement. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '@/server/db/client';
import { applyCommand } from '@/server/services/balances/apply-commands';
import { namedParticipant } from '@/server/services/balances/holders';
import { ingestEvent, ingestEvents } from '@/server/services/events/ingest-events';
import { processEvents } from '@/server/services/events/process-events';
import { ledger, type TestLedger } from '@tests/support/ledger';
import { requestOf, roundTripsOf } from '@tests/support/round-trips';

afterAll(closeDatabase);

const purchase = ({ program }: TestLedger) => ({
  program_id: program.id,
  external_id: 'ada',
  idempotency_key: randomUUID(),
  event_data: { type: 'purchase', amount: 5 },
});

const movement = ({ program, asset }: TestLedger) => ({ program_id: program.id, asset_id: asset.id, amount: '1', description: 'T' });

test.for(['SIMPLE', 'LOT'] as const)('an operation on a %s balance takes a trip to load and one to commit', async (inventory_mode) => {
  const club = await ledger({ inventory_mode });
  await club.post();
  const ada = namedParticipant(club.participant.id);
  const adjust = () => applyCommand(requestOf(club), ada, { operation: 'ADJUST', ...movement(club), type: 'CREDIT' });
  const hold = () => applyCommand(requestOf(club), ada, { operation: 'HOLD', ...movement(club), reference_id: randomUUID() });
  for (const operation of [adjust, hold, adjust]) expect(await roundTripsOf(operation)).toBe(2);
  expect(await club.balance()).toMatchObject({ available: '11.00', held: '1.00' });
});

test('a holder named by an external id takes one trip more', async () => {
  const club = await ledger();
  await club.post();
  const adjust = () =>
    applyCommand(requestOf(club), namedParticipant('ext:ada'), { operation: 'ADJUST', ...movement(club), type: 'CREDIT' });
  expect(await roundTripsOf(adjust)).toBe(3);
});

test('the repeat of an operation is answered after one trip, with nothing to commit', async () => {
  const club = await ledger();
  const ctx = requestOf(club);
  const adjust = () => applyCommand(ctx, namedParticipant(club.participant.id), { operation: 'ADJUST', ...movement(club), type: 'CREDIT' });
  await adjust();
  expect(await roundTripsOf(adjust)).toBe(2);
  expect(await adjust()).toMatchObject({ replayed: true });
});

test('events of known participants take a trip to look up and one to store, however many there are', async () => {
  const club = await ledger();
  await ingestEvent(requestOf(club), purchase(club));
  expect(await roundTripsOf(() => ingestEvent(requestOf(club), purchase(club)))).toBe(2);
  const many = Array.from({ length: 50 }, () => purchase(club));
  expect(await roundTripsOf(() => ingestEvents(requestOf(club), many))).toBe(2);
});

test('a batch of events takes a trip to load and one to commit, however many there are', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  await club.addRule({ amount: '{{ event.amount }}' });
  await club.addRule({
    actions: [
      { type: 'TAG', tag: 'buyer' },
      { type: 'COUNTER', key: 'purchases', operation: 'INCREMENT', value: 1 },
    ],
  });
  const run = () =>
    processEvents({
      clock: { now: () => new Date() },
      organization: { id: club.id, now: new Date() },
      limit: 100,
      signal: new AbortController().signal,
    });
  const tripsFor = async (events: number): Promise<number> => {
    await ingestEvents(
      requestOf(club),
      Array.from({ length: events }, () => purchase(club)),
    );
    return roundTripsOf(run);
  };
  await tripsFor(1);
  const one = await tripsFor(1);
  expect(await tripsFor(60)).toBe(one);
  // To find the program, to lock and claim, to load, and to commit.
  expect(one).toBe(4);
});
