/** Reopens the last closed period, recording the reason. Its figures stay as they were. */
import type { ReopenPeriod } from '@/contract/ledger-period';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import {
  findPeriod,
  lastStandingPeriod,
  lockPeriods,
  reopenPeriodRow,
  type LedgerPeriodRow,
} from '@/server/db/repositories/ledger/ledger-periods';
import { withTransaction } from '@/server/db/transaction';
import { noSuchPeriod } from './get-period';

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
