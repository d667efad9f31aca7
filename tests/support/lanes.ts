/** Works on the backlog of one organization in batches of ten, so that little is a backlog, and holds a part of it as another worker would. */
import { expect } from 'vitest';
import { claimEvents, type SlotHold } from '@/server/db/repositories/events/event-queue';
import { statement, withTransaction } from '@/server/db/transaction';
import { processEvents } from '@/server/services/events/process-events';
import { EVENT_RECORDS } from './event-records';
import type { TestProgram } from './programs';

export const BATCH = 10;
/** For `publishSettings`, before the database is first used. */
export const LANES = { EVENT_LANES: '4', DATABASE_POOL_SIZE: '24' } as const;

/** One run over the organization; returns how many events it worked on. */
export const run = async (club: TestProgram, limit = BATCH): Promise<number> => {
  const organization = { id: club.id, now: new Date() };
  const { signal } = new AbortController();
  return (await processEvents({ clock: { now: () => new Date() }, organization, limit, signal })).performed;
};

export async function runUntilDone(club: TestProgram): Promise<void> {
  while ((await run(club)) > 0);
}

/** Several workers side by side, until nothing waits. */
export async function runTogether(club: TestProgram, workers = 3): Promise<void> {
  const worker = async (): Promise<void> => {
    while ((await countOf(club, 'PENDING')) > 0) await run(club);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

type Event = Readonly<Record<string, unknown>>;

/** Sends the events of these participants in this order. */
export async function sendAll(club: TestProgram, events: readonly Event[]): Promise<void> {
  for (let first = 0; first < events.length; first += 100) {
    const batch = events
      .slice(first, first + 100)
      .map((event, n) => ({ program_id: club.program.id, idempotency_key: `event-${first + n}`, event_data: {}, ...event }));
    expect((await club.api.post('/events/batch', { events: batch })).status).toBe(202);
  }
}

/** Sends each of the participants as many events, in turns; each says which of its participant's it is. */
export const sendRounds = (club: TestProgram, participants: number, rounds: number): Promise<void> =>
  sendAll(
    club,
    Array.from({ length: participants * rounds }, (_, n) => ({
      external_id: `person-${n % participants}`,
      event_data: { n: Math.floor(n / participants) },
    })),
  );

const queued = (club: TestProgram) => ({ programId: club.program.id, organizationId: club.id, now: new Date() });

export const claim = (club: TestProgram, hold: SlotHold, limit = 1_000) =>
  withTransaction((tx) => claimEvents(tx, queued(club), { limit, hold }));

/** Does `work` while another worker holds a part, or the whole. */
export const beside = <T>(club: TestProgram, hold: SlotHold, work: () => Promise<T>): Promise<T> =>
  withTransaction(async (tx) => {
    await claimEvents(tx, queued(club), { limit: 1, hold });
    return work();
  });

export const countOf = async (club: TestProgram, status: string): Promise<number> =>
  (
    await statement<{ n: number }>(`SELECT count(*)::int AS n FROM ${EVENT_RECORDS} e WHERE organization_id = $1 AND status = $2`, [
      club.id,
      status,
    ])
  )[0]!.n;
