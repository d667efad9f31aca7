/** Lists the redemptions of a decision, each with a link to its own page. */
'use client';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useRedeemedThings } from '@/components/redemptions/reward-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { Money } from '@/components/ui/money';
import type { DecidedRedemption } from './stored-decision';

export function Spends({ redemptions }: { redemptions: readonly DecidedRedemption[] }) {
  const { symbolOf } = useAssetIndex();
  const thingOf = useRedeemedThings(redemptions);
  if (redemptions.length === 0) return <p className="panel text-ink-soft p-3">Nothing is spent.</p>;
  return (
    <ul aria-label="Redemptions" className="panel divide-line divide-y">
      {redemptions.map((redemption) => (
        <li key={redemption.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2">
          <ScopedLink href={`/redemptions/${redemption.id}`} className="text-accent min-w-0 break-words hover:underline">
            {thingOf(redemption)}
          </ScopedLink>
          <span className="flex items-center gap-3">
            <Money amount={redemption.amount} symbol={symbolOf(redemption.asset_id)} />
            <StatusBadge status={redemption.status} />
          </span>
        </li>
      ))}
    </ul>
  );
}
