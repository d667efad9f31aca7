/** How a challenge goes: how many take part and reach each part, and the completions of each day. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { Challenge } from '@/contract/challenge';
import type { ChallengePerformance as Performance } from '@/contract/challenge-progress';
import { Detail, Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { DayChart, Figure, Figures, Funnel } from '@/components/ui/performance';
import { useTRPC } from '@/trpc/client';
import { durationWords } from './duration-words';

const count = new Intl.NumberFormat('en');
const DAY_MS = 86_400_000;
type Day = Performance['days'][number];

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
      <Figures>
        <Figure name="Take part">{count.format(participants)}</Figure>
        <Figure name="Completions">{count.format(completions)}</Figure>
        <Figure name="Revoked">{count.format(revoked)}</Figure>
        <Figure name="Half took no longer than">{median_seconds === null ? '—' : durationWords(median_seconds)}</Figure>
      </Figures>
      <Part title="How far did participants get?">
        <Funnel
          label="Participants who reached each part"
          all={participants}
          stages={[{ part: 0, participants }, ...parts].map((reached) => ({ name: partName(reached.part), count: reached.participants }))}
        />
      </Part>
      {days.length > 0 && (
        <Part title="How many completed it each day?">
          <DayChart
            caption="Completions each day"
            note="Those that stand, by days of the program’s time zone"
            days={withEmptyDays(days)}
            series={[{ name: 'Completions', color: 'var(--accent)', key: 'bg-accent', value: ({ completions: made }) => made }]}
            whole
          />
        </Part>
      )}
    </>
  );
}

const partName = (part: number): string => (part === 0 ? 'Began' : part === 100 ? 'Completed' : `Reached ${part} %`);

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
