/** What came of a referral program in the last 30 days: how far its friends got, what happened each day, and who brought most. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ReferralPerformance as Performance, ReferralProgram } from '@/contract/referral-program';
import { durationWords } from '@/components/challenges/duration-words';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Chart } from '@/components/ui/chart';
import { Detail, Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { useTRPC } from '@/trpc/client';

const count = new Intl.NumberFormat('en');
type Day = Performance['days'][number];

const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const labelOf = ({ day }: Day): string => dayWords.format(new Date(`${day}T00:00:00Z`));

export function ReferralPerformance({ program }: { program: ReferralProgram }) {
  const query = useQuery(useTRPC().referralPrograms.performance.queryOptions({ id: program.id }, { refetchInterval: LIVE_MS }));
  return <Detail query={query}>{(performance) => <Found performance={performance} />}</Detail>;
}

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
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name="Friends brought">{count.format(bound)}</Figure>
        <Figure name="Of them qualified">{conversion === null ? '—' : `${Math.round(Number(conversion) * 100)} %`}</Figure>
        <Figure name="Half took no longer than">{median_seconds === null ? '—' : durationWords(median_seconds)}</Figure>
        <Figure name="New codes">{count.format(codes)}</Figure>
      </dl>
      {bound > 0 && (
        <Part title="How far did the friends of the last 30 days get?">
          <ul className="panel divide-line divide-y" aria-label="Friends by how far they got">
            <Reached name="Brought" friends={bound} all={bound} />
            <Reached name="Qualified" friends={qualified} all={bound} />
            <Reached name="Can still qualify" friends={pending} all={bound} />
            <Reached name="Expired" friends={expired} all={bound} />
            <Reached name="Cancelled" friends={cancelled} all={bound} />
          </ul>
        </Part>
      )}
      <Part title="How many were brought and qualified each day?">
        <DayChart days={days} />
      </Part>
      <Part title="Who brought most friends?">
        <TopReferrers top={top_referrers} />
      </Part>
    </>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="panel p-3">
    <dt className="text-ink-soft text-xs">{name}</dt>
    <dd className="mt-1 text-lg font-semibold tabular-nums">{children}</dd>
  </div>
);

function Reached({ name, friends, all }: { name: string; friends: number; all: number }) {
  const share = Math.round((friends / all) * 100);
  return (
    <li className="grid grid-cols-[8rem_minmax(0,1fr)_auto] items-center gap-3 px-3 py-2">
      <span className="text-ink-soft">{name}</span>
      <span className="bg-sunken h-3 rounded-[3px]" aria-hidden>
        <span className="bg-accent block h-3 rounded-[3px]" style={{ width: `${share}%` }} />
      </span>
      <span className="tabular-nums">
        {count.format(friends)} <span className="text-ink-faint">({share} %)</span>
      </span>
    </li>
  );
}

const DayChart = ({ days }: { days: readonly Day[] }) => (
  <figure className="panel p-4">
    <div className="h-52" aria-hidden>
      <Chart
        points={days}
        series={[
          { name: 'Brought', color: 'var(--line-strong)', value: ({ bound }) => bound },
          { name: 'Qualified', color: 'var(--accent)', value: ({ qualified }) => qualified },
        ]}
        label={labelOf}
        whole
        widestBar={24}
      />
    </div>
    <figcaption className="text-ink-faint mt-2 text-xs">Friends brought (grey) and qualified (coloured), by UTC day</figcaption>
    <table className="sr-only">
      <caption>Friends each day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Brought</th>
          <th scope="col">Qualified</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{labelOf(day)}</th>
            <td>{day.bound}</td>
            <td>{day.qualified}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </figure>
);

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
