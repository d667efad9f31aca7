/** A backlog is processed in shares of participants where their events concern nobody else, and as a whole where they may. */
import { expect, test, vi } from 'vitest';
import { ALL_SLOTS, claimEvents, SHARES, type Slots } from '@/server/db/repositories/event-queue';
import { statement, withTransaction } from '@/server/db/transaction';
import { processEvents } from '@/server/services/events/process-events';
import { EVENT_RECORDS } from '@tests/support/event-records';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

await useOwnDatabase();

const BATCH = 10;

/** One run over the organization, whose backlog is anything over ten events. */
const run = async (club: TestProgram): Promise<number> => {
  const organization = { id: club.id, now: new Date() };
  const { signal } = new AbortController();
  return (await processEvents({ clock: { now: () => new Date() }, organization, limit: BATCH, signal })).performed;
};

async function runUntilDone(club: TestProgram): Promise<void> {
  while ((await run(club)) > 0);
}

/** Sends each of the participants as many events, in turns; each says which of its participant's it is. */
async function sendRounds(club: TestProgram, participants: number, rounds: number): Promise<void> {
  for (let n = 0; n < rounds; n++) {
    const events = Array.from({ length: participants }, (_, person) => ({
      program_id: club.program.id,
      external_id: `person-${person}`,
      idempotency_key: `${person}/${n}`,
      event_data: { n },
    }));
    expect((await club.api.post('/events/batch', { events })).status).toBe(202);
  }
}

const claim = (club: TestProgram, slots: Slots, limit = 1_000) =>
  withTransaction((tx) => claimEvents(tx, { programId: club.program.id, organizationId: club.id, now: new Date() }, { limit, slots }));

/** Does `work` while another worker holds the share, or the whole. */
const beside = <T>(club: TestProgram, slots: Slots, work: () => Promise<T>): Promise<T> =>
  withTransaction(async (tx) => {
    await claimEvents(tx, { programId: club.program.id, organizationId: club.id, now: new Date() }, { limit: 1, slots });
    return work();
  });

const countOf = async (club: TestProgram, status: string): Promise<number> =>
  (
    await statement<{ n: number }>(`SELECT count(*)::int AS n FROM ${EVENT_RECORDS} e WHERE organization_id = $1 AND status = $2`, [
      club.id,
      status,
    ])
  )[0]!.n;

const credit = (club: TestProgram, amount = '1') => ({ type: 'CREDIT', asset_id: club.asset.id, amount });

/** Makes all waiting events ones about nobody. */
const aboutNobody = (club: TestProgram) =>
  withTransaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(`UPDATE events SET participant_id = NULL, external_id = NULL, event_type = 'SYSTEM' WHERE organization_id = $1`, [
      club.id,
    ]);
    await tx.query(`UPDATE event_queue SET participant_id = NULL, lane = 0 WHERE organization_id = $1`, [club.id]);
  });

const [FIRST, SECOND] = [SHARES[0]!, SHARES[1]!];

test('every event is in one share, and all of a participant in the same one', async () => {
  const club = await programWithAsset();
  await sendRounds(club, 20, 2);
  const [first, second] = await Promise.all(SHARES.map((slots) => claim(club, slots)));
  const people = [first!, second!].map((events) => new Set(events.map(({ participant_id }) => participant_id)));
  expect(first!.length + second!.length).toBe(40);
  expect([...people[0]!].filter((id) => people[1]!.has(id))).toEqual([]);
  await aboutNobody(club);
  expect([(await claim(club, FIRST)).length, (await claim(club, SECOND)).length]).toEqual([40, 0]);
});

test('a share excludes itself and the whole, the whole every share', async () => {
  const club = await programWithAsset();
  await sendRounds(club, 20, 1);
  const found = (held: Slots, asked: Slots) => beside(club, held, async () => (await claim(club, asked, 1)).length);
  expect(await found(ALL_SLOTS, ALL_SLOTS)).toBe(0);
  expect(await found(ALL_SLOTS, FIRST)).toBe(0);
  expect(await found(FIRST, ALL_SLOTS)).toBe(0);
  expect(await found(FIRST, FIRST)).toBe(0);
  expect(await found(FIRST, SECOND)).toBe(1);
});

test('while one share is held, the other goes on; in the end each participant had its events in order', async () => {
  const club = await programWithAsset();
  const counted = { type: 'COUNTER', key: 'seen', operation: 'INCREMENT', value: 1, target: { type: 'ACTOR' } };
  await club.addRule({ condition: 'double(event.n) == participant.counters.seen', actions: [credit(club), counted] });
  await sendRounds(club, 20, 6);
  expect(await run(club)).toBe(BATCH);
  const held = (await claim(club, FIRST)).length;
  await beside(club, FIRST, async () => {
    while ((await run(club)) > 0);
    expect(await countOf(club, 'PENDING')).toBe(Math.max(held, BATCH));
  });
  await runUntilDone(club);
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
])('when %s, the backlog is a whole from the next batch on', async (_, change) => {
  const club = await programWithAsset();
  await club.addRule({ actions: [credit(club)] });
  await sendRounds(club, 40, 2);
  await run(club);
  expect(await run(club)).toBe(2 * BATCH);
  await change(club);
  expect(await run(club)).toBe(BATCH);
  await beside(club, SECOND, async () => expect(await run(club)).toBe(0));
  await runUntilDone(club);
  expect(await countOf(club, 'COMPLETED')).toBe(80);
});

test('an event that cannot be processed in one share fails alone, while the other share goes on', async () => {
  const club = await programWithAsset();
  await club.addRule({ actions: [credit(club)] });
  await sendRounds(club, 40, 1);
  await run(club);
  const [broken] = await claim(club, SECOND);
  await statement(`ALTER TABLE journal_entries ADD CONSTRAINT journal_entries_no_such_event CHECK (event_id <> '${broken!.id}') NOT VALID`);
  try {
    await vi.waitFor(async () => {
      await run(club);
      expect(await countOf(club, 'PENDING')).toBe(1);
    });
  } finally {
    await statement('ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_no_such_event');
  }
  const [row] = await statement(`SELECT status, retry_count FROM ${EVENT_RECORDS} e WHERE id = $1`, [broken!.id]);
  expect(row).toEqual({ status: 'PENDING', retry_count: 1 });
  expect(await countOf(club, 'COMPLETED')).toBe(39);
});
