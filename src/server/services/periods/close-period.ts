/** Closes the books up to an instant: once committed, nothing can be dated before it. The figures follow in the background. */
import type { ClosePeriod } from '@/contract/ledger-period';
import { assertMayClose } from '@/domain/ledger/period';
import type { Ctx } from '@/server/platform/context';
import { insertPeriod, lastStandingPeriod, lockPeriods, type LedgerPeriodRow } from '@/server/db/repositories/ledger/ledger-periods';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';

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
