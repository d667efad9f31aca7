/** Cancels a correction that has not ended: a plan is dropped, and posting stops. What was posted stays. */
import type { CorrectionPath } from '@/contract/correction';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { cancelCorrectionRow, type CorrectionRow } from '@/server/db/repositories/ledger/corrections';
import { withTransaction } from '@/server/db/transaction';
import { correctionOf } from './get-correction';

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
