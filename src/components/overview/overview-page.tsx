/** Shows how the programs are doing: the figures of a period beside the previous one, each linking to what is behind it. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import type { Overview } from '@/contract/overview';
import { useAssetIndex } from '@/components/assets/asset-index';
import { FailingRulesNote } from '@/components/rules/failing-rules';
import { useProgramFilter } from '@/components/shell/program-filter';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Detail, Part } from '@/components/ui/detail';
import { LIVE_MS } from '@/components/ui/live';
import { PageHeader } from '@/components/ui/page-header';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { TroubledEndpoints } from '@/components/webhooks/troubled-endpoints';
import { CostlyRules, FailingEvents, TightBudgets } from './concerns';
import { ExpiringReservations } from './expiring-reservations';
import { EventsChart } from './events-chart';
import { AssetFigures, Counts } from './figures';
import { FirstStep } from './first-step';
import { FlowsChart, LiabilityChart } from './flows-charts';
import { PERIOD_OPTIONS, PERIOD_WORDS, useOverviewPeriod } from './period';
import { RecentEvents } from './recent-events';

/** Longer periods change slowly, so they are polled less often. */
const UNHURRIED_MS = 15_000;

export function OverviewPage() {
  const program_id = useProgramFilter();
  const [period, setPeriod] = useOverviewPeriod();
  const [asset, setAsset] = useQueryState('asset_id', parseAsString.withOptions({ history: 'push' }));
  const query = useQuery(
    useTRPC().overview.read.queryOptions(
      { program_id, period, asset_id: asset ?? undefined },
      { refetchInterval: period === '24h' ? LIVE_MS : UNHURRIED_MS, placeholderData: keepPreviousData },
    ),
  );
  const { label, before } = PERIOD_WORDS[period];
  return (
    <>
      <PageHeader
        title="Overview"
        description={`${label}, compared with ${before}.`}
        actions={<Select aria-label="Period" options={PERIOD_OPTIONS} value={period} onChange={(next) => void setPeriod(next)} />}
      />
      <Detail query={query}>
        {(overview) => (
          <>
            <FirstStep />
            <TroubledEndpoints endpoints={overview.troubled_endpoints} />
            <FailingRulesNote />
            <ExpiringReservations count={overview.expiring_reservations} />
            <Counts overview={overview} />
            {overview.asset_id && <Value overview={overview} onChoose={(id) => void setAsset(id)} />}
            <Part title={`How many events were processed each ${PERIOD_WORDS[overview.period].span}?`}>
              <div className="panel p-4">
                <EventsChart overview={overview} />
              </div>
            </Part>
            <div className="mt-6 grid items-start gap-x-4 gap-y-6 lg:grid-cols-3 [&>section]:mt-0 [&>section]:min-w-0">
              <CostlyRules overview={overview} />
              <TightBudgets budgets={overview.budgets} />
              <FailingEvents overview={overview} />
            </div>
            <Part
              title="What came in last?"
              actions={
                <ScopedLink href="/events" className="text-accent hover:underline">
                  All events
                </ScopedLink>
              }
            >
              <RecentEvents />
            </Part>
          </>
        )}
      </Detail>
    </>
  );
}

/** The value moved, one asset at a time. */
function Value({ overview, onChoose }: { overview: Overview; onChoose: (assetId: string) => void }) {
  const { symbolOf } = useAssetIndex();
  const asset = overview.assets.find(({ asset_id }) => asset_id === overview.asset_id);
  if (!asset) return null;
  const symbol = symbolOf(asset.asset_id);
  const choice = overview.assets.length > 1 && (
    <Select
      aria-label="Asset"
      options={overview.assets.map(({ asset_id }) => ({ value: asset_id, label: symbolOf(asset_id) ?? '…' }))}
      value={asset.asset_id}
      onChange={onChoose}
    />
  );
  return (
    <>
      <Part title={`What happened in ${symbol ?? 'the asset'}?`} actions={choice}>
        <AssetFigures asset={asset} from={overview.window.from} />
      </Part>
      <div className="mt-6 grid gap-x-4 gap-y-6 lg:grid-cols-2 [&>section]:mt-0 [&>section]:min-w-0">
        <Part title="How much is owed?">
          <LiabilityChart overview={overview} symbol={symbol} />
        </Part>
        <Part title="What was issued, redeemed and expired?">
          <FlowsChart overview={overview} symbol={symbol} />
        </Part>
      </div>
    </>
  );
}
