/** What came of a referral program in the last 30 days: how far its friends got, what happened each day, and who brought most. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReferralPerformance as Performance, ReferralProgram } from '@/contract/referral-program';
import { durationWords } from '@/components/challenges/duration-words';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Detail, Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { DayChart, Figure, Figures, Funnel } from '@/components/ui/performance';
import { useTRPC } from '@/trpc/client';

type Day = Performance['days'][number];

const count = new Intl.NumberFormat('en');

export function ReferralPerformance({ program }: { program: ReferralProgram }) {
  const query = useQuery(useTRPC().referralPrograms.performance.queryOptions({ id: program.id }, { refetchInterval: LIVE_MS }));
  return <Detail query={query}>{(performance) => <Found performance={performance} />}</Detail>;
}

const SERIES = [
  { name: 'Brought', color: 'var(--line-strong)', key: 'bg-line-strong', value: (day: Day) => day.bound },
  { name: 'Qualified', color: 'var(--accent)', key: 'bg-accent', value: (day: Day) => day.qualified },
];

function Found({ performance: { funnel, days, top_referrers } }: { performance: Performance }) {
  if (funnel.codes + funnel.bound === 0 && top_referrers.length === 0)
    return (
      <div className="panel">
        <EmptyState title="Nobody has a code yet, in the last 30 days. Participants get one when it is first asked for." />
      </div>
    );
  const { bound, qualified, pending, expired, cancelled, conversion, median_seconds, codes } = funnel;
  return (
    <>
      <Figures>
        <Figure name="Friends brought">{count.format(bound)}</Figure>
        <Figure name="Of them qualified">{conversion === null ? '—' : `${Math.round(Number(conversion) * 100)} %`}</Figure>
        <Figure name="Half took no longer than">{median_seconds === null ? '—' : durationWords(median_seconds)}</Figure>
        <Figure name="New codes">{count.format(codes)}</Figure>
      </Figures>
      {bound > 0 && (
        <Part title="How far did the friends of the last 30 days get?">
          <Funnel
            label="Friends by how far they got"
            all={bound}
            stages={[
              { name: 'Brought', count: bound },
              { name: 'Qualified', count: qualified },
              { name: 'Can still qualify', count: pending },
              { name: 'Expired', count: expired },
              { name: 'Cancelled', count: cancelled },
            ]}
          />
        </Part>
      )}
      <Part title="How many were brought and qualified each day?">
        <DayChart caption="Friends each day" note="Days in UTC" days={days} series={SERIES} whole />
      </Part>
      <Part title="Who brought most friends?">
        <TopReferrers top={top_referrers} />
      </Part>
    </>
  );
}

function TopReferrers({ top }: { top: Performance['top_referrers'] }) {
  if (top.length === 0) return <p className="text-ink-faint">No friend has qualified yet.</p>;
  return (
    <ul className="panel divide-line divide-y" aria-label="Who brought most friends">
      {top.map(({ participant_id, external_id, code, bound, qualified }) => (
        <li key={participant_id} className="flex flex-wrap items-center gap-3 px-3 py-2">
          <ScopedLink href={`/participants/${participant_id}`} className="text-accent font-medium hover:underline">
            {external_id}
          </ScopedLink>
          <code className="text-ink-soft font-mono text-xs">{code}</code>
          <span className="ml-auto tabular-nums">
            {count.format(qualified)} of {count.format(bound)} qualified
          </span>
        </li>
      ))}
    </ul>
  );
}
