/** Presents lots in their wire form, amounts at their asset's scale. */
import type { LotResource } from '@/contract/balance';
import { amountOf, formatAmount } from '@/domain/money';
import type { LotListRow } from '@/server/db/repositories/ledger/lots';
import { presentTime } from './time';

export function presentLot(row: LotListRow): LotResource {
  return {
    id: row.id,
    program_id: row.program_id,
    asset_id: row.asset_id,
    amount: formatAmount(amountOf(row.amount), row.scale),
    remaining: formatAmount(amountOf(row.remaining), row.scale),
    status: row.status,
    created_at: presentTime(row.created_at),
    expires_at: presentTime(row.expires_at),
    matures_at: presentTime(row.matures_at),
    reference_id: row.reference_id,
  };
}
