/** Presents assets in their wire form: amounts at exactly the asset's scale. */
import type { Asset } from '@/contract/asset';
import { amountOf, formatAmount } from '@/domain/money';
import type { AssetRecord } from '@/server/db/repositories/programs/assets';
import { presentTime } from './time';

export function presentAsset(row: AssetRecord): Asset {
  return {
    id: row.id,
    name: row.name,
    symbol: row.symbol,
    scale: row.scale,
    inventory_mode: row.inventory_mode,
    issuance_policy: row.issuance_policy,
    max_transaction_amount: row.max_transaction_amount === null ? null : formatAmount(amountOf(row.max_transaction_amount), row.scale),
    program_ids: row.program_ids,
    status: row.status,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}
