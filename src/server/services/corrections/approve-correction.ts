/** Approves a plan for posting, once, or retries lines that could not be posted. Either way the plan must still match the past. */
import type { CorrectionPath } from '@/contract/correction';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { countEvents } from '@/server/db/repositories/backtests/backtest-history';
import { beginPosting, lockProgramForCorrections, overlapsAnother, type CorrectionRow } from '@/server/db/repositories/ledger/corrections';
import { assertProgramMovesValue } from '@/server/db/repositories/ledger/operation-context';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { getBacktest } from '@/server/services/backtests/get-backtest';
import { naming } from '@/server/services/naming';
import { wake } from '@/server/platform/wake';
import { correctionOf } from './get-correction';

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
