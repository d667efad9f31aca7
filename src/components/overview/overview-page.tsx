/** How the organization is doing right now: the last 24 hours in figures, each leading to the rows behind it. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Overview } from '@/contract/overview';
import { useAssetIndex } from '@/components/assets/asset-index';
import { ProgramsLink } from '@/components/programs/programs-link';
import { useProgramFilter, usePrograms } from '@/components/shell/program-filter';
import { ScopedLink } from '@/components/shell/scoped-link';
import { cn } from '@/components/ui/cn';
import { Detail, Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { Money } from '@/components/ui/money';
import { PageHeader } from '@/components/ui/page-header';
import { useTRPC } from '@/trpc/client';
import { TroubledEndpoints } from '@/components/webhooks/troubled-endpoints';
import { EventsChart } from './events-chart';
import { RecentEvents } from './recent-events';

const count = new Intl.NumberFormat('en');

export function OverviewPage() {
  const program = useProgramFilter();
  const query = useQuery(
    useTRPC().overview.read.queryOptions({ program_id: program }, { refetchInterval: LIVE_MS, placeholderData: keepPreviousData }),
  );
  return (
    <>
      <PageHeader title="Overview" description="The last 24 hours, as they happen." />
      <Detail query={query}>
        {(overview) => (
          <>
            <FirstStep />
            <TroubledEndpoints endpoints={overview.troubled_endpoints} />
            <Figures overview={overview} />
            <Part title="How many events were processed each hour?">
              <div className="panel p-4">
                <EventsChart hours={overview.hours} />
              </div>
            </Part>
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

/** What an organization begins with, as long as it has nothing. */
function FirstStep() {
  const { data } = usePrograms();
  if (data?.data.length !== 0) return null;
  return (
    <div className="panel mb-4">
      <EmptyState
        title="Begin with a program: it holds the rules that say what an event is worth, and the assets that they give."
        action={<ProgramsLink />}
      />
    </div>
  );
}

function Figures({ overview: { from, events, issued, participants, deliveries } }: { overview: Overview }) {
  const { symbolOf } = useAssetIndex();
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <Figure
        name="Events processed"
        href={`/events?status=COMPLETED&from=${from}`}
        note={events.failed > 0 ? `${count.format(events.failed)} failed` : `${count.format(events.waiting)} waiting`}
        bad={events.failed > 0}
      >
        {count.format(events.completed)}
      </Figure>
      <Figure
        name="Issued"
        href={`/ledger?type=CREDIT&from=${from}`}
        note={issued.length > 1 ? `in ${issued.length} assets` : 'to participants'}
      >
        {issued.length === 0
          ? '0'
          : issued
              .slice(0, 2)
              .map(({ asset_id, amount }) => <Money key={asset_id} className="block" amount={amount} symbol={symbolOf(asset_id)} />)}
      </Figure>
      <Figure name="Participants" href="/participants" note={`${count.format(participants.joined)} new`}>
        {count.format(participants.total)}
      </Figure>
      <Figure
        name="Failed deliveries"
        href="/webhooks/deliveries?status=FAILED"
        note={`${count.format(deliveries.delivered)} delivered, ${count.format(deliveries.waiting)} waiting`}
        bad={deliveries.failed > 0}
      >
        {count.format(deliveries.failed)}
      </Figure>
    </div>
  );
}

const Figure = ({
  name,
  href,
  note,
  bad = false,
  children,
}: {
  name: string;
  href: string;
  note: string;
  bad?: boolean;
  children: ReactNode;
}) => (
  <ScopedLink href={href} className="panel hover:border-line-strong flex min-h-28 flex-col p-4">
    <span className="text-ink-soft">{name}</span>
    <span className="my-1 text-2xl font-semibold tabular-nums">{children}</span>
    <span className={cn('mt-auto text-xs', bad ? 'text-danger' : 'text-ink-faint')}>{note}</span>
  </ScopedLink>
);
