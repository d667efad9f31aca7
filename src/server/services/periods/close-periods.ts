/**
 * Computes the figures of periods that are being closed, once every transaction that may not have seen
 * the close has ended and nothing more can be posted to them. Repeating it gives the same figures.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { assertNoResidual } from '@/domain/ledger/period';
import type { Clock } from '@/server/platform/context';
import { findChain } from '@/server/db/repositories/ledger/entry-chains';
import { closingPeriods, periodBefore, type ClosingPeriod } from '@/server/db/repositories/ledger/ledger-periods';
import { recordBooks } from '@/server/db/repositories/ledger/period-books';
import { withTransaction } from '@/server/db/transaction';
import { hasPassed, transactionMark } from '@/server/db/transaction-marks';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { sealOrganization } from '@/server/services/ledger/seal-entries';
import { booksOf } from './books-of-period';

/** How long a run waits for transactions that were open; later runs continue the wait. */
const PATIENCE_MS = 5_000;
const POLL_MS = 20;

export async function closePeriods({ clock, limit, signal }: Pick<JobRun, 'clock' | 'limit' | 'signal'>): Promise<JobOutcome> {
  const periods = await closingPeriods(limit);
  const organizations = [...new Set(periods.map((period) => period.organization_id))];
  if (periods.length === 0 || !(await othersEnded(organizations, clock, signal))) return { performed: 0, more: false };
  let performed = 0;
  for (const period of periods) {
    if (signal.aborted) break;
    if (await closeAlone(period, clock)) performed++;
  }
  return { performed, more: performed > 0 && periods.length === limit };
}

async function othersEnded(organizations: readonly string[], clock: Clock, signal: AbortSignal): Promise<boolean> {
  const marks = await Promise.all(organizations.map(async (id) => ({ id, mark: await transactionMark(id) })));
  const passed = async (): Promise<boolean> => (await Promise.all(marks.map(({ id, mark }) => hasPassed(id, mark)))).every(Boolean);
  const deadline = clock.now().getTime() + PATIENCE_MS;
  while (!(await passed())) {
    if (signal.aborted || clock.now().getTime() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** A failure for one organization, such as a tampered chain, holds up no other. */
async function closeAlone(period: ClosingPeriod, clock: Clock): Promise<boolean> {
  try {
    return await close(period, clock);
  } catch (error) {
    log().error({ err: error, organization: period.organization_id, period: period.id }, 'a period could not be closed');
    return false;
  }
}

/** @returns false when the period before it must be closed first. */
async function close(period: ClosingPeriod, clock: Clock): Promise<boolean> {
  const before = period.period_from === null ? null : await periodBefore(period);
  if (before?.status === 'CLOSING') return false;
  await sealOrganization(period.organization_id, clock);
  const chain = await findChain(period.organization_id);
  const books = await booksOf(period, before);
  assertNoResidual(books);
  const now = new Date(clock.now().getTime() + period.clock_offset_ms);
  const end = { position: chain?.position ?? 0, hash: chain && chain.position > 0 ? chain.seal_hash : null };
  await withTransaction((tx) => recordBooks(tx, period, books, end, now));
  return true;
}
