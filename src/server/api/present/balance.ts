/** Presents balances in their wire form: every amount at its asset's scale. */
import type { BalanceRow, WalletBalance } from '@/contract/balance';
import { amountOf, formatAmount } from '@/domain/money';
import type { ScaledBalanceRow, WalletBalanceRow } from '@/server/db/repositories/ledger/balance-list';

type Buckets = Pick<ScaledBalanceRow, 'available' | 'held' | 'deferred' | 'scale'>;

const presentBuckets = ({ available, held, deferred, scale }: Buckets) => ({
  available: formatAmount(amountOf(available), scale),
  held: formatAmount(amountOf(held), scale),
  deferred: formatAmount(amountOf(deferred), scale),
});

export function presentBalance(row: ScaledBalanceRow): BalanceRow {
  return { program_id: row.program_id, asset_id: row.asset_id, ...presentBuckets(row) };
}

export function presentWalletBalance(row: WalletBalanceRow): WalletBalance {
  return { asset_id: row.asset_id, ...presentBuckets(row), issuance_policy: row.issuance_policy };
}
