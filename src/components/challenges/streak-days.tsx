/** Shows the last weeks of a streak as squares, with the same in words. */
import type { ParticipantChallenge } from '@/contract/challenge-progress';
import { cn } from '@/components/ui/cn';

type Streak = NonNullable<ParticipantChallenge['streak']>;

const dayWords = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const nameOf = (day: string): string => dayWords.format(new Date(`${day}T00:00:00Z`));

/** Of the days on which it was done, as many as can be read out. */
const TOLD = 7;

function inWords({ unit, days, current }: Streak): string {
  const what = unit === 'DAY' ? 'days' : 'weeks';
  const done = days.filter((one) => one.done);
  const latest = done.slice(-TOLD).map(({ day }) => nameOf(day));
  const last = latest.length === 0 ? '' : `, last on ${latest.reverse().join('; ')}`;
  return `Done on ${done.length} of the last ${days.length} ${what}${last}. The streak is ${current} long.`;
}

export const StreakDays = ({ streak }: { streak: Streak }) => (
  <div role="img" aria-label={inWords(streak)}>
    <div className={cn('grid w-fit grid-flow-col gap-1', streak.unit === 'DAY' ? 'grid-rows-7' : 'grid-rows-2')} aria-hidden>
      {streak.days.map(({ day, count, done }, place) => (
        <span
          key={day}
          title={`${nameOf(day)}: ${count}`}
          className={cn(
            'size-3.5 rounded-[3px] border',
            done ? 'border-accent bg-accent' : count > 0 ? 'border-accent bg-accent-soft' : 'border-line bg-sunken',
            place === streak.days.length - 1 && 'ring-ink-soft ring-1',
          )}
        />
      ))}
    </div>
  </div>
);
