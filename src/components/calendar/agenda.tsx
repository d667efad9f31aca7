/** A month as a list of the days on which something happens, for narrow screens. */
'use client';
import { dateAt, lastDate, type CalendarDay } from '@/domain/calendar/days';
import { entriesOf, isBar } from '@/domain/calendar/layout';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { dateText } from './calendar-state';
import { chipOf, shortText, thingOf } from './kinds';
import type { ShownItem } from './shown-item';

interface AgendaProps {
  days: readonly CalendarDay[];
  items: readonly ShownItem[];
  today: string;
  /** Such as 2026-12. */
  month: string;
  timeZone: string;
  onDay: (date: string) => void;
}

interface Line {
  readonly item: ShownItem;
  readonly text: string;
}

export function Agenda({ days, items, today, month, timeZone, onDay }: AgendaProps) {
  const listed = days
    .filter(({ date }) => date.startsWith(month))
    .map((day) => ({ day, lines: linesOf(items, day, timeZone) }))
    .filter(({ lines }) => lines.length > 0);
  if (listed.length === 0) return null;
  return (
    <ol aria-label="Days" className="panel divide-line divide-y sm:hidden">
      {listed.map(({ day: { date }, lines }) => (
        <li key={date} aria-current={date === today ? 'date' : undefined} className="p-3">
          <div className="mb-1.5 flex items-center justify-between gap-2">
            <h3 className={cn('text-xs font-semibold', date === today && 'text-accent')}>
              {dateText(date)}
              {date === today && ' · today'}
            </h3>
            <Button size="small" variant="quiet" aria-label={`Open ${dateText(date)}`} onClick={() => onDay(date)}>
              Open
            </Button>
          </div>
          <ul className="flex flex-col gap-1">
            {lines.map(({ item, text }) => (
              <li key={`${thingOf(item.source)}/${text}`} className={cn('rounded-[3px] px-1.5 py-0.5 text-xs', chipOf(item))}>
                {text}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** What happens on a day, and what begins and ends with it; not what only goes on. */
function linesOf(items: readonly ShownItem[], day: CalendarDay, timeZone: string): Line[] {
  const turning = items.filter(isBar).flatMap((item): Line[] => {
    const begins = item.from !== null && dateAt(item.from, timeZone) === day.date;
    const ends = item.to !== null && lastDate(item.to, timeZone) === day.date;
    const what = [begins ? 'begins' : [], ends ? 'ends' : []].flat().join(' and ');
    return what === '' ? [] : [{ item, text: `${shortText(item.source)} ${what}` }];
  });
  const happening = entriesOf(items, day, ({ source }) => thingOf(source)).map(({ items: same }): Line => ({
    item: same[0],
    text: shortText(same[0].source, same.length),
  }));
  return [...turning, ...happening];
}
