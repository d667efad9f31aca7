/** A backlog is processed in lanes of participants side by side, by any number of workers, and each participant's events in order. */
import { expect, test } from 'vitest';
import { publishSettings } from '@/env';
import { claimEvents, SLOTS, WHOLE, WHOLE_AWAITED, type SlotHold } from '@/server/db/repositories/events/event-queue';
import { statement, withTransaction } from '@/server/db/transaction';
import { EVENT_RECORDS } from '@tests/support/event-records';
import { BATCH, beside, claim, countOf, LANES, run, runTogether, runUntilDone, sendRounds } from '@tests/support/lanes';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

publishSettings(LANES);
await useOwnDatabase();

const credit = (club: TestProgram, amount = '1') => ({ type: 'CREDIT', asset_id: club.asset.id, amount });

const slots = (from: number, most: number): SlotHold => ({ of: 'SLOTS', from, most });
const [FIRST, SECOND] = [slots(0, SLOTS / 2), slots(SLOTS / 2, SLOTS / 2)];

/** Makes all waiting events ones about nobody. */
const aboutNobody = (club: TestProgram) =>
  withTransaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(`UPDATE events SET participant_id = NULL, external_id = NULL, event_type = 'SYSTEM' WHERE organization_id = $1`, [
      club.id,
    ]);
    await tx.query(`UPDATE event_queue SET participant_id = NULL, lane = 0 WHERE organization_id = $1`, [club.id]);
  });

/** Who waits for a whole program. */
const wholeAwaited = () =>
  statement(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );

test('every event is in one slot, and all of a participant in the same one', async () => {
  const club = await programWithAsset();
  await sendRounds(club, 20, 2);
  const parts = await Promise.all([slots(0, 22), slots(22, 21), slots(43, 21)].map((hold) => claim(club, hold)));
  const people = parts.map((events) => new Set(events.map(({ participant_id }) => participant_id)));
  expect(parts.flat().length).toBe(40);
  expect(people.reduce((sum, { size }) => sum + size, 0)).toBe(20);
  await aboutNobody(club);
  expect([(await claim(club, FIRST)).length, (await claim(club, SECOND)).length]).toEqual([40, 0]);
});

test('a worker gets the slots that no other holds, and none while one holds the whole; the whole, none while one holds a slot', async () => {
  const club = await programWithAsset();
  await sendRounds(club, 20, 1);
  const found = (held: SlotHold, asked: SlotHold) => beside(club, held, async () => (await claim(club, asked)).length);
  const [first, second] = [(await claim(club, FIRST)).length, (await claim(club, SECOND)).length];
  expect(first + second).toBe(20);
  expect(await found(WHOLE, WHOLE)).toBe(0);
  expect(await found(WHOLE, FIRST)).toBe(0);
  expect(await found(slots(0, 1), WHOLE)).toBe(0);
  expect(await found(FIRST, slots(0, SLOTS))).toBe(second);
  expect(await found(FIRST, SECOND)).toBe(second);
  expect(await found(FIRST, slots(10, SLOTS / 2))).toBe(second);
  expect(await found(slots(0, SLOTS), slots(0, SLOTS))).toBe(0);
});

test('whoever waits for the whole gets it before anybody who comes later gets a slot, and waits alone', async () => {
  const club = await programWithAsset();
  await sendRounds(club, 20, 1);
  const whole = await beside(club, slots(0, 1), async () => {
    const asked = claim(club, WHOLE_AWAITED);
    await expect.poll(wholeAwaited).toHaveLength(1);
    expect(await claim(club, slots(1, SLOTS))).toEqual([]);
    expect(await claim(club, WHOLE_AWAITED)).toEqual([]);
    return { asked };
  });
  expect(await whole.asked).toHaveLength(20);
  expect((await claim(club, slots(0, SLOTS))).length).toBe(20);
});

test('whoever waits for the whole in vain gives up with nothing while a slot is still held, and lets others have theirs', async () => {
  const club = await programWithAsset();
  await sendRounds(club, 20, 1);
  const held = (await claim(club, slots(0, 1))).length;
  await beside(club, slots(0, 1), async () => {
    const asked = claim(club, WHOLE_AWAITED);
    await expect.poll(wholeAwaited).toHaveLength(1);
    expect(await claim(club, slots(1, SLOTS - 1))).toEqual([]);
    expect(await asked).toEqual([]);
    expect(await claim(club, slots(1, SLOTS - 1))).toHaveLength(20 - held);
  });
  expect(await claim(club, WHOLE_AWAITED)).toHaveLength(20);
});

test('whoever has got the whole is as patient afterwards as everybody', async () => {
  const club = await programWithAsset();
  await sendRounds(club, 20, 1);
  const timeouts = await withTransaction(async (tx) => {
    const [before] = await tx.query('SHOW lock_timeout');
    await claimEvents(tx, { programId: club.program.id, organizationId: club.id, now: new Date() }, { limit: 20, hold: WHOLE_AWAITED });
    return [before, (await tx.query('SHOW lock_timeout'))[0]];
  });
  expect(timeouts[1]).toEqual(timeouts[0]);
});

test('while some slots are held, the others go on; in the end each participant had its events in order', async () => {
  const club = await programWithAsset();
  const counted = { type: 'COUNTER', key: 'seen', operation: 'INCREMENT', value: 1, target: { type: 'ACTOR' } };
  await club.addRule({ condition: 'double(event.n) == participant.counters.seen', actions: [credit(club), counted] });
  await sendRounds(club, 20, 6);
  expect(await run(club)).toBeGreaterThan(BATCH);
  const held = (await claim(club, FIRST)).length;
  await beside(club, FIRST, async () => {
    while ((await run(club)) > 0);
    // No more than a batch is no backlog, and taken on by one worker as a whole.
    expect(await countOf(club, 'PENDING')).toBeGreaterThanOrEqual(held);
    expect(await countOf(club, 'PENDING')).toBeLessThanOrEqual(Math.max(held, BATCH));
  });
  await runTogether(club);
  expect(await countOf(club, 'COMPLETED')).toBe(120);
  const balances = await Promise.all(Array.from({ length: 20 }, (_, person) => club.available(`person-${person}`)));
  expect(new Set(balances)).toEqual(new Set(['6.00']));
});

test('a budget goes to whoever came first, however many work on the backlog', async () => {
  const club = await programWithAsset();
  await club.addRule({ actions: [credit(club)], budgets: [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '15' }] });
  await sendRounds(club, 60, 1);
  await Promise.all([runUntilDone(club), runUntilDone(club), runUntilDone(club)]);
  await runUntilDone(club);
  const rows = await statement<{ external_id: string }>(
    `SELECT e.external_id FROM journal_entries j JOIN events e ON e.id = j.event_id WHERE j.organization_id = $1 ORDER BY e.id`,
    [club.id],
  );
  expect(rows.map(({ external_id }) => external_id)).toEqual(Array.from({ length: 15 }, (_, person) => `person-${person}`));
});

test.each([
  [
    'a rule comes to concern others',
    (club: TestProgram) => club.addRule({ actions: [{ type: 'TAG', tag: 'x', target: { type: 'PROGRAM' } }] }),
  ],
  ['an asset comes to be prefunded', (club: TestProgram) => club.addAsset({ issuance_policy: 'PREFUNDED' })],
  [
    'a rule comes to have a budget',
    (club: TestProgram) =>
      club.addRule({ actions: [credit(club, '0.01')], budgets: [{ asset_id: club.asset.id, scope: 'PROGRAM', limit: '1000' }] }),
  ],
])('when %s, the backlog is still processed in lanes, with the results of a series', async (_, change) => {
  const club = await programWithAsset();
  await club.addRule({ actions: [credit(club)] });
  await sendRounds(club, 40, 3);
  expect(await run(club)).toBeGreaterThan(BATCH);
  await change(club);
  expect(await run(club)).toBeGreaterThan(BATCH);
  await runTogether(club);
  expect(await countOf(club, 'COMPLETED')).toBe(120);
  const balances = await Promise.all(Array.from({ length: 40 }, (_, person) => club.available(`person-${person}`)));
  expect(new Set(balances.map((balance) => Math.floor(Number(balance))))).toEqual(new Set([3]));
});

test('what all participants change is changed by one lane after the other', async () => {
  const club = await programWithAsset();
  const counted = { type: 'COUNTER', key: 'all', operation: 'INCREMENT', value: 1, target: { type: 'PROGRAM' } };
  await club.addRule({ condition: 'program.counters.all < 50.0', actions: [counted, credit(club)] });
  await sendRounds(club, 40, 3);
  await runTogether(club);
  const [row] = await statement(
    `SELECT count(*)::int AS credits, (SELECT value::int FROM state_counters c WHERE c.organization_id = $1) AS counted FROM journal_entries WHERE organization_id = $1`,
    [club.id],
  );
  expect(row).toEqual({ credits: 50, counted: 50 });
});

test('an event that cannot be processed fails alone, while the other lanes go on', async () => {
  const club = await programWithAsset();
  await club.addRule({ actions: [credit(club)] });
  await sendRounds(club, 40, 1);
  const [broken] = await claim(club, SECOND);
  await statement(`ALTER TABLE journal_entries ADD CONSTRAINT journal_entries_no_such_event CHECK (event_id <> '${broken!.id}') NOT VALID`);
  try {
    const pendingAfterRun = async () => {
      await run(club);
      return countOf(club, 'PENDING');
    };
    await expect.poll(pendingAfterRun).toBe(1);
  } finally {
    await statement('ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_no_such_event');
  }
  const [row] = await statement(`SELECT status, retry_count FROM ${EVENT_RECORDS} e WHERE id = $1`, [broken!.id]);
  expect(row).toEqual({ status: 'PENDING', retry_count: 1 });
  expect(await countOf(club, 'COMPLETED')).toBe(39);
});
