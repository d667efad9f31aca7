/** A holder's lots a page at a time, and what of them can be spent. */
import type { LotPage } from '@/contract/balance';
import type { Holder } from '@/domain/ledger/accounts';
import { Amount, amountOf, formatAmount, ZERO } from '@/domain/money';
import type { Ctx } from '@/server/context';
import type { KeysetPage } from '@/server/db/keyset';
import { listLotRows, sumAvailability, type LotListRow, type LotsQuery } from '@/server/db/repositories/lots';

export async function listLots(ctx: Ctx, holder: Holder, query: LotsQuery): Promise<{ page: KeysetPage<LotListRow>; availability: LotPage['availability'] }> {
  const page = await listLotRows(ctx.organization.id, holder, query);
  const { gross, available, scale } = await sumAvailability(ctx.organization.id, holder, query);
  const ledger = amountOf(available);
  return {
    page,
    availability: {
      gross_available_lot_total: formatAmount(amountOf(gross), scale),
      ledger_available_balance: formatAmount(ledger, scale),
      overdraft_offset: formatAmount(amountOf(gross).minus(ledger), scale),
      spendable_available: formatAmount(Amount.max(ledger, ZERO), scale),
    },
  };
}
