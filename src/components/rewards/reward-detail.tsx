/** One reward: its price and stock, its redemptions, and the actions on it. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { RewardSource } from '@/contract/fulfillment';
import type { Reward } from '@/contract/reward';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useHistoryFact } from '@/components/audit/history-fact';
import { priceText } from '@/components/fulfillment/price-text';
import { useAccountNames } from '@/components/fulfillment/account-names';
import { useRewardSource } from '@/components/fulfillment/reward-source';
import { faceValuesText } from '@/components/fulfillment/source-facts';
import { useProgramNames } from '@/components/programs/program-names';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { Facts, type Fact } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { Money } from '@/components/ui/money';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { RewardActions } from './reward-actions';
import { PRICED_BY_SOURCE, RewardCard } from './reward-card';
import { Stock } from './stock';

const EmbeddedRedemptions = onDemand(
  () => import('@/components/redemptions/embedded-redemptions').then((loaded) => loaded.EmbeddedRedemptions),
  FILLING,
);

export function RewardDetail({ programId, id }: { programId: string; id: string }) {
  const query = useQuery(useTRPC().programs.rewards.get.queryOptions({ id: programId, reward_id: id }, { refetchInterval: LIVE_MS }));
  const { symbolOf } = useAssetIndex();
  return (
    <Detail query={query}>
      {(reward) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={reward.name}>
              <StatusBadge status={reward.status} />
            </RecordHeading>
            <RewardActions reward={reward} symbol={symbolOf(reward.asset_id)} />
          </div>
          <p className="mb-4 max-w-3xl">{reward.sentence}</p>
          <Tabs
            label="Reward"
            tabs={[
              { value: 'facts', label: 'Details', content: <RewardFacts reward={reward} symbol={symbolOf(reward.asset_id)} /> },
              {
                value: 'redemptions',
                label: 'Redemptions',
                content: <EmbeddedRedemptions of={{ reward_id: reward.id }} empty="Nobody has redeemed this reward." />,
              },
              {
                value: 'json',
                label: 'JSON',
                content: <JsonPanel value={reward} path={`/v1/programs/${reward.program_id}/rewards/${reward.id}`} />,
              },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

const NONE = <span className="text-ink-faint">—</span>;

function RewardFacts({ reward, symbol }: { reward: Reward; symbol: string | undefined }) {
  const programOf = useProgramNames();
  const history = useHistoryFact(reward.id);
  const { unit_cost, max_per_participant } = reward;
  const source = useRewardSource(reward);
  const accountOf = useAccountNames();
  const price = reward.reward_source_id === null ? undefined : source ? priceText(source, symbol) : PRICED_BY_SOURCE;
  return (
    <div className="flex flex-wrap items-start gap-4">
      <div className="min-w-96 flex-1 max-sm:min-w-full">
        <Facts
          facts={[
            {
              name: 'Costs',
              value: price ?? (unit_cost === null ? `Any amount of ${symbol ?? ''}` : <Money amount={unit_cost} symbol={symbol} />),
            },
            ...deliveryFacts(reward, source, source && accountOf(source.fulfillment_account_id)),
            { name: 'Stock', value: <Stock reward={reward} className="min-w-40" /> },
            { name: 'Maximum per participant', value: max_per_participant ?? 'No limit' },
            { name: 'Offered from', value: reward.available_from ? <RelativeTime at={reward.available_from} /> : 'Always' },
            { name: 'Offered until', value: reward.available_until ? <RelativeTime at={reward.available_until} /> : 'No end' },
            ...(reward.description ? [{ name: 'Description', value: reward.description }] : []),
            { name: 'Category', value: reward.category ?? NONE },
            { name: 'Program', value: programOf(reward.program_id) ?? NONE },
            { name: 'Id', value: <CopyableId id={reward.id} whole /> },
            { name: 'Created', value: <RelativeTime at={reward.created_at} /> },
            { name: 'Updated', value: <RelativeTime at={reward.updated_at} /> },
            ...history,
          ]}
        />
      </div>
      <RewardCard {...reward} symbol={symbol} price={price} />
    </div>
  );
}

function deliveryFacts(
  { program_id, reward_source_id, product }: Reward,
  source: RewardSource | undefined,
  account = 'Reward source',
): Fact[] {
  if (reward_source_id === null) return [];
  const link = (
    <ScopedLink href={`/fulfillment/sources/${program_id}/${reward_source_id}`} className="text-accent hover:underline">
      {account}
    </ScopedLink>
  );
  return [
    { name: 'Delivered as', value: product?.name ?? NONE },
    { name: 'Delivered through', value: link },
    ...(source ? [{ name: 'Face values', value: faceValuesText(source.policy) }] : []),
  ];
}
