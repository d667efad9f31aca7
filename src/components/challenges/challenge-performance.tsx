/** How a challenge goes: how many take part and reach each part, and the completions of each day. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Challenge } from '@/contract/challenge';
import type { ChallengePerformance as Performance } from '@/contract/challenge-progress';
import { Chart } from '@/components/ui/chart';
import { Detail, Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { useTRPC } from '@/trpc/client';
import { durationWords } from './duration-words';

const count = new Intl.NumberFormat('en');
const DAY_MS = 86_400_000;
type Day = Performance['days'][number];

const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const labelOf = ({ day }: Day): string => dayWords.format(new Date(`${day}T00:00:00Z`));

export function ChallengePerformance({ challenge }: { challenge: Challenge }) {
  const query = useQuery(useTRPC().challenges.performance.queryOptions({ id: challenge.id }, { refetchInterval: LIVE_MS }));
  return <Detail query={query}>{(performance) => <Found performance={performance} />}</Detail>;
}

function Found({ performance }: { performance: Performance }) {
  const { participants, completions, revoked, median_seconds, parts, days } = performance;
  if (participants === 0)
    return (
      <div className="panel">
        <EmptyState title="Nobody has any progress yet." />
      </div>
    );
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name="Take part">{count.format(participants)}</Figure>
        <Figure name="Completions">{count.format(completions)}</Figure>
        <Figure name="Revoked">{count.format(revoked)}</Figure>
        <Figure name="Half took no longer than">{median_seconds === null ? '—' : durationWords(median_seconds)}</Figure>
      </dl>
      <Part title="How far did participants get?">
        <ul className="panel divide-line divide-y" aria-label="Participants who reached each part">
          {[{ part: 0, participants }, ...parts].map((reached) => (
            <Reached key={reached.part} {...reached} all={participants} />
          ))}
        </ul>
      </Part>
      {days.length > 0 && (
        <Part title="How many completed it each day?">
          <DayChart days={withEmptyDays(days)} />
        </Part>
      )}
    </>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="panel p-3">
    <dt className="text-ink-soft text-xs">{name}</dt>
    <dd className="mt-1 text-lg font-semibold tabular-nums">{children}</dd>
  </div>
);

function Reached({ part, participants, all }: { part: number; participants: number; all: number }) {
  const name = part === 0 ? 'Began' : part === 100 ? 'Completed' : `Reached ${part} %`;
  const share = Math.round((participants / all) * 100);
  return (
    <li className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-center gap-3 px-3 py-2">
      <span className="text-ink-soft">{name}</span>
      <span className="bg-sunken h-3 rounded-[3px]" aria-hidden>
        <span className="bg-accent block h-3 rounded-[3px]" style={{ width: `${share}%` }} />
      </span>
      <span className="tabular-nums">
        {count.format(participants)} <span className="text-ink-faint">({share} %)</span>
      </span>
    </li>
  );
}

/** The days between the first and the last on which nobody completed it, too. */
function withEmptyDays(days: readonly Day[]): Day[] {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const [first, last] = [days[0]?.day, days.at(-1)?.day].map((day) => Date.parse(`${day}T00:00:00Z`));
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, place) => {
    const day = new Date(first + place * DAY_MS).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, completions: 0 };
  });
}

const DayChart = ({ days }: { days: readonly Day[] }) => (
  <figure className="panel p-4">
    <div className="h-52" aria-hidden>
      <Chart
        points={days}
        series={[{ name: 'Completions', color: 'var(--accent)', value: ({ completions }) => completions }]}
        label={labelOf}
        whole
        widestBar={48}
      />
    </div>
    <figcaption className="text-ink-faint mt-2 text-xs">Completions that stand, by days of the program’s time zone</figcaption>
    <table className="sr-only">
      <caption>Completions each day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Completions</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{labelOf(day)}</th>
            <td>{day.completions}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </figure>
);
