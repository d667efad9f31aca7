/** Resolves many pending redemptions at once, one call each. */
'use client';
import type { Redemption } from '@/contract/redemption';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Party } from '@/components/balances/holder-names';
import { sumsText } from '@/components/balances/sums';
import type { Bulk } from '@/components/bulk/action';
import { asksReason } from '@/components/bulk/reason';
import { useMay } from '@/components/shell/session';
import { amountText } from '@/components/ui/money';
import { deliveryWarning, RESOLUTION_DONE, RESOLUTION_VERBS, resolutionConsequence, RESOLUTIONS } from './moves';
import { useRefreshRedemptions, useResolve } from './use-redemptions';

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
    nameOf: (row) => `${amountText(row.amount, symbolOf(row.asset_id))} of ${whoOf(row)}`,
    pathOf: ({ id }) => `/redemptions/${id}`,
    actions: RESOLUTIONS.map((resolution) => ({
      verb: RESOLUTION_VERBS[resolution],
      done: RESOLUTION_DONE[resolution].toLowerCase(),
      refuse: resolution === 'cancel' ? 'Leave them' : undefined,
      dangerous: resolution !== 'capture',
      consequence: (rows) => resolutionConsequence(resolution, sumsText(rows, symbolOf), whom(rows)) + deliveryWarning(resolution, rows),
      asks: resolution === 'capture' ? undefined : asksReason(resolution === 'fail'),
      act: ({ id }, { reason = '' }) => resolve(resolution, id, reason.trim()),
    })),
    refresh,
  };
}
