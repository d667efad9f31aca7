/** What a campaign gave: in all, day by day against the whole program now and before, and to whom most. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Campaign, CampaignPerformance as Performance } from '@/contract/campaign';
import { ScopedLink, useScoped } from '@/components/shell/scoped-link';
import { Detail, Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { amountText, Money } from '@/components/ui/money';
import { DayChart, Figure, Figures } from '@/components/ui/performance';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';

type Sums = Performance['assets'][number];
type Day = Performance['days'][number];

const count = new Intl.NumberFormat('en');

export function CampaignPerformance({ campaign }: { campaign: Campaign }) {
  const query = useQuery(useTRPC().campaigns.performance.queryOptions({ id: campaign.id }, { refetchInterval: LIVE_MS }));
  return <Detail query={query}>{(performance) => <Found performance={performance} />}</Detail>;
}

function Found({ performance }: { performance: Performance }) {
  const { assets, days, participants, events } = performance;
  const [chosen, setChosen] = useState<string | null>(null);
  const sums = assets.find(({ asset_id }) => asset_id === chosen) ?? assets[0];
  if (!sums)
    return (
      <div className="panel">
        <EmptyState title="It has given nothing yet." />
      </div>
    );
  return (
    <>
      <Figures>
        <Figure name="Events that moved value">{count.format(events)}</Figure>
        <Figure name="Participants and groups reached">{count.format(participants)}</Figure>
        {assets.map(({ asset_id, symbol, credited, taken_back, net }) => (
          <Figure key={asset_id} name={`Given in ${symbol}`}>
            <Money amount={net} symbol={symbol} />
            {/[1-9]/.test(taken_back) && (
              <span className="text-ink-soft block text-xs font-normal">
                {amountText(credited, symbol)} credited, {amountText(taken_back, symbol)} taken back
              </span>
            )}
          </Figure>
        ))}
      </Figures>
      <Part
        title="What did it give each day, against the whole program, now and before?"
        actions={
          assets.length > 1 && (
            <Select
              aria-label="Asset"
              options={assets.map(({ asset_id, symbol }) => ({ value: asset_id, label: symbol }))}
              value={sums.asset_id}
              onChange={setChosen}
            />
          )
        }
      >
        <CreditedByDay days={days.filter(({ asset_id }) => asset_id === sums.asset_id)} sums={sums} programId={performance.program_id} />
      </Part>
      <Part title={`Who was given most in ${sums.symbol}?`}>
        <ol className="panel divide-line divide-y">
          {performance.top_participants
            .filter(({ asset_id }) => asset_id === sums.asset_id)
            .map(({ participant_id, external_id, credited }) => (
              <li key={participant_id} className="flex justify-between gap-4 px-3 py-2">
                <ScopedLink href={`/participants/${participant_id}`} className="min-w-0 truncate font-medium hover:underline">
                  {external_id}
                </ScopedLink>
                <Money amount={credited} symbol={sums.symbol} />
              </li>
            ))}
        </ol>
      </Part>
    </>
  );
}

const SERIES = [
  { field: 'credited', name: 'This campaign', color: 'var(--accent)', key: 'bg-accent' },
  { field: 'program_credited', name: 'The whole program', color: 'var(--success)', key: 'bg-success', mark: 'steps' },
  { field: 'program_credited_before', name: 'The program as many days before', color: 'var(--warning)', key: 'bg-warning', mark: 'steps' },
] as const;

const DAY_MS = 86_400_000;

function CreditedByDay({ days, sums: { symbol, asset_id }, programId }: { days: readonly Day[]; sums: Sums; programId: string }) {
  const router = useRouter();
  const scoped = useScoped();
  const open = ({ day }: Day) => {
    const from = new Date(`${day}T00:00:00Z`);
    const window = { from: from.toISOString(), to: new Date(from.getTime() + DAY_MS).toISOString() };
    router.push(scoped(`/ledger?${new URLSearchParams({ program: programId, asset_id, ...window }).toString()}`));
  };
  const series = SERIES.map(({ field, ...one }) => ({
    ...one,
    value: (day: Day) => Number(day[field]), // only drawn; the table beside it has the exact amount
    text: (day: Day) => amountText(day[field], symbol),
  }));
  const texts = { caption: `Credited each day in ${symbol}`, note: `${symbol} credited, days in UTC` };
  return <DayChart {...texts} days={days} series={series} onOpen={open} />;
}
