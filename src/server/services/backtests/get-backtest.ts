/** Reads, lists and cancels backtests. */
import type { BacktestPath, ListBacktests } from '@/contract/backtest';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import {
  cancelBacktestRow,
  findBacktest,
  listBacktestRows,
  type BacktestRow,
  type BacktestWithResult,
} from '@/server/db/repositories/backtests/backtests';
import type { KeysetPage } from '@/server/db/keyset';
import { getProgram } from '@/server/services/programs/get-program';

/** @throws DomainError not_found. */
export async function getBacktest(ctx: Ctx, { id, backtest_id }: BacktestPath): Promise<BacktestWithResult> {
  const found = await findBacktest(ctx.organization.id, id, backtest_id);
  if (!found) throw new DomainError('not_found', 'The program has no backtest with this id.', { param: 'backtest_id' });
  return found;
}

/** @throws DomainError not_found. */
export async function listBacktests(ctx: Ctx, query: ListBacktests): Promise<KeysetPage<BacktestRow>> {
  await getProgram(ctx, query.id);
  return listBacktestRows(ctx.organization.id, query);
}

/** Its worker stops soon after. Cancelling again changes nothing. @throws DomainError not_found, invalid_status when it has ended. */
export async function cancelBacktest(ctx: Ctx, path: BacktestPath): Promise<BacktestWithResult> {
  const cancelled = await cancelBacktestRow(ctx.organization.id, path.id, path.backtest_id, ctx.clock.now());
  if (cancelled) return cancelled;
  const found = await getBacktest(ctx, path);
  if (found.status === 'CANCELLED') return found;
  throw new DomainError('invalid_status', 'The backtest has already ended; there is nothing left to cancel.', {
    param: 'backtest_id',
    details: { status: found.status },
  });
}
