/**
 * Closes and reopens the books. Once a close is committed, nothing can be dated before it; the figures follow in the background, once every transaction
 * that may not have seen the close has ended, and are the same however often they are computed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ClosePeriod, ListLedgerPeriods, PeriodFiguresQuery, ReopenPeriod } from '@/contract/ledger-period';
import { invariant } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { assertMayClose, assertNoResidual, drawUp, EMPTY_BOOKS, type PeriodBooks } from '@/domain/ledger/period';
import type { KeysetPage } from '@/server/db/keyset';
import type { Listing } from '@/server/db/listing';
import { findChain } from '@/server/db/repositories/ledger/entry-chains';
import {
  closingPeriods,
  findPeriod,
  insertPeriod,
  lastStandingPeriod,
  listPeriodRows,
  lockPeriods,
  periodBefore,
  reopenPeriodRow,
  type ClosingPeriod,
  type LedgerPeriodRow,
} from '@/server/db/repositories/ledger/ledger-periods';
import {
  balanceRows,
  figureRows,
  readJournal,
  recordBooks,
  storedBooks,
  type BalancesRow,
  type BooksScope,
  type FiguresRow,
} from '@/server/db/repositories/ledger/period-books';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { hasPassed, transactionMark } from '@/server/db/transaction-marks';
import type { Clock, Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { wake } from '@/server/platform/wake';
import { reportRequest } from '@/server/services/reports/reports';
import { sealOrganization } from './seal-entries';

/** How long a run waits for transactions that were open; later runs continue the wait. */
const PATIENCE_MS = 5_000;
const POLL_MS = 20;

const noSuchPeriod = (): DomainError =>
  new DomainError('not_found', 'There is no closed period with this id in your organization.', { param: 'id' });

export const listPeriods = (ctx: Ctx, query: ListLedgerPeriods): Promise<KeysetPage<LedgerPeriodRow>> =>
  listPeriodRows(ctx.organization.id, query);

/** @throws DomainError not_found. */
export async function getPeriod(ctx: Ctx, id: string): Promise<LedgerPeriodRow> {
  const found = await findPeriod(ctx.organization.id, id);
  if (!found) throw noSuchPeriod();
  return found;
}

const scopeOf = ({ id, program_id, asset_id }: PeriodFiguresQuery): BooksScope => ({
  periodId: id,
  programId: program_id ?? null,
  assetId: asset_id ?? null,
});

/** Empty while the period is CLOSING. @throws DomainError not_found. */
export async function periodFigures(ctx: Ctx, query: PeriodFiguresQuery): Promise<Listing<FiguresRow>> {
  await getPeriod(ctx, query.id);
  return figureRows(scopeOf(query), reportRequest(ctx, query));
}

/** Empty while the period is CLOSING. @throws DomainError not_found. */
export async function periodBalances(ctx: Ctx, query: PeriodFiguresQuery): Promise<Listing<BalancesRow>> {
  await getPeriod(ctx, query.id);
  return balanceRows(scopeOf(query), reportRequest(ctx, query));
}

/** @throws DomainError period_closed, invalid_parameter. */
export async function closePeriod(ctx: Ctx, tx: Tx, { to, description }: ClosePeriod): Promise<LedgerPeriodRow> {
  const now = ctx.clock.now();
  const end = new Date(to);
  await lockPeriods(tx, ctx.organization.id);
  const last = await lastStandingPeriod(tx, ctx.organization.id);
  assertMayClose(end, last?.period_to ?? null, now);
  const period = { id: newId(), description: description ?? null, from: last?.period_to ?? null, to: end, now };
  const made = await insertPeriod(tx, ctx.organization.id, period);
  tx.afterCommit(() => wake('close-periods'));
  return made;
}

/** Reopening a period that is already REOPENED changes nothing. @throws DomainError not_found, later_period_closed. */
export function reopenPeriod(ctx: Ctx, { id, reason }: ReopenPeriod): Promise<LedgerPeriodRow> {
  const organizationId = ctx.organization.id;
  return withTransaction(async (tx) => {
    await lockPeriods(tx, organizationId);
    const found = await findPeriod(organizationId, id, tx);
    if (!found) throw noSuchPeriod();
    if (found.status === 'REOPENED') return found;
    const last = await lastStandingPeriod(tx, organizationId);
    if (last && last.id !== id) {
      throw new DomainError('later_period_closed', `The period until ${last.period_to.toISOString()} is closed; reopen that one first.`, {
        param: 'id',
      });
    }
    return (await reopenPeriodRow(tx, organizationId, id, reason, ctx.clock.now())) ?? found;
  });
}

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

/** @param before the period that ends where this one begins; null for the first. */
export async function booksOf(period: LedgerPeriodRow, before: LedgerPeriodRow | null): Promise<PeriodBooks> {
  invariant((period.period_from === null) === (before === null), 'a period goes on from the one before it');
  return drawUp(before ? await storedBooks(before) : EMPTY_BOOKS, await readJournal(period));
}
