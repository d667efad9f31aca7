/** Resolves many pending redemptions at once, one call each. */
'use client';
import type { Redemption } from '@/contract/redemption';
import { amountOf } from '@/domain/money';
import { useAssetIndex, type AssetIndex } from '@/components/assets/asset-index';
import type { Party } from '@/components/balances/holder-names';
import type { Bulk } from '@/components/bulk/action';
import { asksReason } from '@/components/bulk/reason';
import { useMay } from '@/components/shell/session';
import { groupDigits } from '@/components/ui/money';
import { deliveryWarning, RESOLUTION_DONE, RESOLUTION_VERBS, resolutionConsequence, RESOLUTIONS } from './moves';
import { useRefreshRedemptions, useResolve } from './use-redemptions';

type SymbolOf = AssetIndex['symbolOf'];

const withSymbol = (amount: string, assetId: string, symbolOf: SymbolOf): string =>
  `${groupDigits(amount)} ${symbolOf(assetId) ?? ''}`.trim();

/** "30.00 PTS and 5 USD": the sum of `redemptions` by asset. */
function totalOf(redemptions: readonly Redemption[], symbolOf: SymbolOf): string {
  const byAsset = Map.groupBy(redemptions, ({ asset_id }) => asset_id);
  const sums = [...byAsset].map(([assetId, rows]) => {
    const places = rows[0]?.amount.split('.')[1]?.length ?? 0;
    const sum = rows.reduce((total, { amount }) => total.plus(amountOf(amount)), amountOf(0));
    return withSymbol(sum.toFixed(places), assetId, symbolOf);
  });
  return sums.join(' and ');
}

export function useRedemptionBulk(nameOf: (party: Party) => string): Bulk<Redemption> | undefined {
  const { symbolOf } = useAssetIndex();
  const resolve = useResolve();
  const refresh = useRefreshRedemptions();
  const { change } = useMay();
  if (!change) return undefined;
  const whoOf = ({ participant_id }: Redemption) => nameOf({ participant_id });
  const whom = (rows: readonly Redemption[]) => {
    const people = new Set(rows.map(({ participant_id }) => participant_id)).size;
    return people === 1 && rows[0] ? whoOf(rows[0]) : `${people} participants`;
  };
  return {
    noun: ['redemption', 'redemptions'],
    idOf: ({ id }) => id,
    nameOf: (row) => `${withSymbol(row.amount, row.asset_id, symbolOf)} of ${whoOf(row)}`,
    pathOf: ({ id }) => `/redemptions/${id}`,
    actions: RESOLUTIONS.map((resolution) => ({
      verb: RESOLUTION_VERBS[resolution],
      done: RESOLUTION_DONE[resolution].toLowerCase(),
      refuse: resolution === 'cancel' ? 'Leave them' : undefined,
      dangerous: resolution !== 'capture',
      consequence: (rows) => resolutionConsequence(resolution, totalOf(rows, symbolOf), whom(rows)) + deliveryWarning(resolution, rows),
      asks: resolution === 'capture' ? undefined : asksReason(resolution === 'fail'),
      act: ({ id }, { reason = '' }) => resolve(resolution, id, reason.trim()),
    })),
    refresh,
  };
}
