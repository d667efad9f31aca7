/**
 * Plans, reads, approves and cancels corrections: what each holder had, and should have had according to a backtest. Nothing moves until a plan is approved,
 * which it is once, and only while it still matches the past; what was posted before it is cancelled stays.
 */
import type { CorrectionPath, CreateCorrection, ListCorrectionLines, ListCorrections } from '@/contract/correction';
import { DomainError } from '@/domain/errors';
import type { KeysetPage } from '@/server/db/keyset';
import type { Listing } from '@/server/db/listing';
import { countEvents } from '@/server/db/repositories/backtests/backtest-history';
import { listLineRows, sumLines, type CorrectionLineRow, type CorrectionTotalRow } from '@/server/db/repositories/ledger/correction-lines';
import {
  beginPosting,
  cancelCorrectionRow,
  findCorrection,
  insertCorrection,
  listCorrectionRows,
  lockProgramForCorrections,
  overlapsAnother,
  type CorrectionRow,
} from '@/server/db/repositories/ledger/corrections';
import { assertProgramMovesValue } from '@/server/db/repositories/ledger/operation-context';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import { getBacktest } from '@/server/services/backtests/backtests';
import { naming } from '@/server/services/naming';
import { getProgram } from '@/server/services/programs/programs';

/** @throws DomainError not_found (program, backtest), invalid_status for a backtest that has not completed or kept no differences. */
export async function planCorrection(ctx: Ctx, tx: Tx, body: CreateCorrection): Promise<CorrectionRow> {
  const backtest = await getBacktest(ctx, body);
  if (backtest.status !== 'COMPLETED') {
    throw new DomainError('invalid_status', 'The backtest has not completed; plan a correction from one that has.', {
      param: 'backtest_id',
    });
  }
  if (backtest.difference_count === null) {
    throw new DomainError(
      'invalid_status',
      'The backtest was made by an earlier release that did not store differences; run it again and plan from that.',
      {
        param: 'backtest_id',
      },
    );
  }
  return insertCorrection(tx, ctx.organization.id, {
    id: newId(),
    program_id: body.id,
    backtest_id: body.backtest_id,
    description: body.description,
    shortfall_policy: body.shortfall_policy,
    expires_in: body.expires_in ?? null,
    now: ctx.clock.now(),
  });
}

/** @throws DomainError not_found. */
export async function correctionOf(ctx: Ctx, { id, correction_id }: CorrectionPath, tx?: Tx): Promise<CorrectionRow> {
  const found = await findCorrection(ctx.organization.id, id, correction_id, tx);
  if (!found) throw new DomainError('not_found', 'The program has no correction with this id.', { param: 'correction_id' });
  return found;
}

export interface CorrectionWithTotals {
  readonly correction: CorrectionRow;
  readonly totals: readonly CorrectionTotalRow[];
}

/** @throws DomainError not_found. */
export async function getCorrection(ctx: Ctx, path: CorrectionPath): Promise<CorrectionWithTotals> {
  const correction = await correctionOf(ctx, path);
  return { correction, totals: await sumLines(ctx.organization.id, correction.id) };
}

/** @throws DomainError not_found (program). */
export async function listCorrections(ctx: Ctx, query: ListCorrections): Promise<KeysetPage<CorrectionRow>> {
  await getProgram(ctx, query.id);
  return listCorrectionRows(ctx.organization.id, query);
}

/** @throws DomainError not_found. */
export async function listCorrectionLines(ctx: Ctx, query: ListCorrectionLines): Promise<Listing<CorrectionLineRow>> {
  await correctionOf(ctx, query);
  return listLineRows(ctx.organization.id, query);
}

/** @throws DomainError not_found, invalid_status, program_suspended, program_archived, correction_stale, correction_overlaps. */
export const approveCorrection = (ctx: Ctx, path: CorrectionPath): Promise<CorrectionRow> =>
  beginToPost(ctx, path, 'PLANNED', 'Only a plan can be approved; this correction was approved or cancelled before.');

/** Retries lines that were skipped or failed. @throws the same as approving. */
export const retryCorrection = (ctx: Ctx, path: CorrectionPath): Promise<CorrectionRow> =>
  beginToPost(ctx, path, 'COMPLETED', 'Only a correction that is completed can be tried again.');

function beginToPost(ctx: Ctx, path: CorrectionPath, from: 'PLANNED' | 'COMPLETED', refusal: string): Promise<CorrectionRow> {
  const begin = async (tx: Tx): Promise<CorrectionRow> => {
    const status = await lockProgramForCorrections(tx, ctx.organization.id, path.id);
    const correction = await correctionOf(ctx, path, tx);
    if (status) assertProgramMovesValue(status);
    const invalid = () => new DomainError('invalid_status', refusal, { param: 'correction_id', details: { status: correction.status } });
    if (correction.status !== from) throw invalid();
    await assertFresh(ctx, tx, correction);
    const begun = await beginPosting(tx, correction, from, ctx.clock.now());
    if (!begun) throw invalid();
    tx.afterCommit(() => wake('post-corrections'));
    return begun;
  };
  return naming({ program_id: 'id' }, () => withTransaction(begin));
}

/** An event that was reprocessed has left the window, which then has fewer events than the backtest saw. */
async function assertFresh(ctx: Ctx, tx: Tx, correction: CorrectionRow): Promise<void> {
  const { program_id: id, backtest_id, window_from: from, window_to: to } = correction;
  const backtest = await getBacktest(ctx, { id, backtest_id });
  const present = await countEvents({ organizationId: ctx.organization.id, programId: id, from, to, participantIds: null });
  if (present !== backtest.total) {
    throw new DomainError(
      'correction_stale',
      'Events of this window were processed again since the backtest; run it again and plan from that.',
      { param: 'correction_id' },
    );
  }
  if (await overlapsAnother(tx, correction)) {
    throw new DomainError(
      'correction_overlaps',
      'Another correction moved value of the same holders for a window that overlaps; plan from a backtest of a later window.',
      { param: 'correction_id' },
    );
  }
}

/** Cancelling again changes nothing. @throws DomainError not_found, invalid_status when it is completed. */
export function cancelCorrection(ctx: Ctx, path: CorrectionPath): Promise<CorrectionRow> {
  return withTransaction(async (tx) => {
    const correction = await correctionOf(ctx, path, tx);
    const cancelled = await cancelCorrectionRow(tx, correction, ctx.clock.now());
    if (cancelled) return cancelled;
    const ended = await correctionOf(ctx, path, tx);
    if (ended.status === 'CANCELLED') return ended;
    throw new DomainError('invalid_status', 'The correction is already posted; there is nothing left to cancel.', {
      param: 'correction_id',
      details: { status: ended.status },
    });
  });
}
