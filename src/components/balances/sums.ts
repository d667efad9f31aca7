/** Sums amounts, asset by asset, in words. */
import { amountOf } from '@/domain/money';
import type { AssetIndex } from '@/components/assets/asset-index';
import { amountText } from '@/components/ui/money';

interface AssetAmount {
  readonly asset_id: string;
  readonly amount: string;
}

/** "30.00 PTS and 5 USD"; empty without amounts. */
export function sumsText(amounts: readonly AssetAmount[], symbolOf: AssetIndex['symbolOf']): string {
  const sums = [...Map.groupBy(amounts, ({ asset_id }) => asset_id)].map(([assetId, rows]) => {
    const places = Math.max(...rows.map(({ amount }) => amount.split('.')[1]?.length ?? 0));
    const sum = rows.reduce((total, { amount }) => total.plus(amountOf(amount)), amountOf(0));
    return amountText(sum.toFixed(places), symbolOf(assetId));
  });
  return sums.join(' and ');
}
