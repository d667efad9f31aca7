/** A batch of events is decided and written in slices of one transaction: together they are what the batch would be in one piece. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { processEventsJob } from '@/server/services/jobs/process-events';
import { brokenInvariants } from '@tests/support/invariants';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

// A trigger is put in the way of everybody's events.
await useOwnDatabase();

/** So many that each event is a slice of its own. */
const LIMIT = 4;

const work = ({ id }: TestProgram) =>
  processEventsJob.run({
    clock: { now: () => new Date() },
    organization: { id, now: new Date() },
    limit: LIMIT,
    signal: new AbortController().signal,
  });

const eventsOf = ({ id }: TestProgram) =>
  statement('SELECT idempotency_key AS key, status, retry_count FROM events WHERE organization_id = $1 ORDER BY sequence', [id]);

test('an event that cannot be written takes the slices before it back, and each of the others is processed once', async () => {
  const club = await programWithAsset();
  await club.addRule({ amount: '1' });
  await statement(`CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`);
  await statement(
    `CREATE TRIGGER refuse_event BEFORE UPDATE ON events FOR EACH ROW WHEN (NEW.idempotency_key = 'cursed' AND NEW.status = 'COMPLETED') EXECUTE FUNCTION refuse_event()`,
  );
  for (const key of ['one', 'two', 'cursed', 'four']) await club.send({ idempotency_key: key });
  expect(await work(club)).toMatchObject({ performed: 4 });
  expect(await eventsOf(club)).toEqual([
    { key: 'one', status: 'COMPLETED', retry_count: 0 },
    { key: 'two', status: 'COMPLETED', retry_count: 0 },
    { key: 'cursed', status: 'PENDING', retry_count: 1 },
    // The same participant's, and so not before the one that is to be tried again.
    { key: 'four', status: 'PENDING', retry_count: 0 },
  ]);
  expect(await club.available('ada')).toBe('2.00');
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('what one slice gives the next can take, from lots and within a budget, as in one piece', async () => {
  const club = await programWithAsset({ inventory_mode: 'LOT' });
  const asset_id = club.asset.id;
  await club.addRule({ condition: 'event.type == "earn"', amount: '10', budgets: [{ asset_id, scope: 'PROGRAM', limit: '15' }] });
  await club.addRule({ condition: 'event.type == "spend"', actions: [{ type: 'DEBIT', asset_id, amount: '12' }] });
  for (const type of ['earn', 'earn', 'spend', 'spend']) await club.send({ event_data: { type } });
  expect(await work(club)).toMatchObject({ performed: 4 });
  expect((await eventsOf(club)).map(({ status }) => status as string)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED', 'FAILED']);
  expect(await club.available('ada')).toBe('3.00');
  expect(await statement('SELECT count(DISTINCT lot_id)::int AS lots FROM lot_postings WHERE organization_id = $1', [club.id])).toEqual([
    { lots: 2 },
  ]);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});
