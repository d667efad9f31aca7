/** Plans a correction: what each holder had, and should have had according to a backtest. Nothing moves until it is approved. */
import type { CreateCorrection } from '@/contract/correction';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { insertCorrection, type CorrectionRow } from '@/server/db/repositories/ledger/corrections';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { getBacktest } from '@/server/services/backtests/get-backtest';

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
