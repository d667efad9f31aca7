/** One day of a month: the bars that go through it, and what happens on it. */
'use client';
import type { CalendarDay } from '@/domain/calendar/days';
import { entriesOf, type Bar } from '@/domain/calendar/layout';
import { cn } from '@/components/ui/cn';
import { dateText } from './calendar-state';
import { chipOf, shortText, thingOf } from './kinds';
import type { ShownItem } from './shown-item';

/** More would make weeks higher than the screen. */
const LINES = 5;
/** Of them, as many are for bars at most. */
export const BAR_LINES = 3;

interface MonthCellProps {
  day: CalendarDay;
  /** The place of the day in its week. */
  index: number;
  items: readonly ShownItem[];
  bars: readonly Bar<ShownItem>[];
  /** How many lines the bars of the week take. */
  barLines: number;
  isToday: boolean;
  /** Whether it belongs to another month. */
  isOther: boolean;
  tabIndex: 0 | -1;
  onOpen: () => void;
}

export function MonthCell({ day, index, items, bars, barLines, isToday, isOther, tabIndex, onOpen }: MonthCellProps) {
  const entries = entriesOf(items, day, ({ source }) => thingOf(source));
  const shown = entries.slice(0, LINES - barLines - (entries.length > LINES - barLines ? 1 : 0));
  const more = bars.filter(({ line }) => line >= barLines).length + entries.length - shown.length;
  return (
    <td
      role="gridcell"
      data-date={day.date}
      tabIndex={tabIndex}
      aria-current={isToday ? 'date' : undefined}
      onClick={onOpen}
      className={cn(
        'border-line hover:bg-sunken/60 h-28 cursor-pointer border-t border-l p-0 align-top focus-visible:-outline-offset-2',
        isOther && 'bg-sunken/50',
      )}
    >
      <div className="px-1.5 pt-1 pb-0.5">
        <time
          dateTime={day.date}
          className={cn(
            'inline-flex h-5 min-w-5 items-center justify-center rounded-full px-1 text-xs tabular-nums',
            isToday ? 'bg-accent text-accent-ink font-semibold' : isOther ? 'text-ink-faint' : 'text-ink-soft',
          )}
        >
          <span aria-hidden>{Number(day.date.slice(8))}</span>
          <span className="sr-only">{dateText(day.date)}</span>
        </time>
      </div>
      <ul className="flex flex-col gap-0.5 pb-1">
        {Array.from({ length: barLines }, (_, line) => (
          <BarPart key={line} bar={bars.find((bar) => bar.line === line)} index={index} />
        ))}
        {shown.map(({ items: same }) => (
          <li key={thingOf(same[0].source)} className={cn('mx-1 truncate rounded-[3px] px-1 text-xs leading-[1.125rem]', chipOf(same[0]))}>
            {shortText(same[0].source, same.length)}
          </li>
        ))}
        {more > 0 && <li className="text-ink-soft mx-1 truncate px-1 text-xs leading-[1.125rem]">{more} more</li>}
      </ul>
    </td>
  );
}

/** The piece of a bar within a day; its name stands where it begins in the week. */
function BarPart({ bar, index }: { bar: Bar<ShownItem> | undefined; index: number }) {
  if (!bar) return <li aria-hidden className="h-[1.125rem]" />;
  const { item, first, last, begins, ends } = bar;
  const isFirst = index === first;
  return (
    <li
      className={cn(
        'relative h-[1.125rem] text-xs leading-[1.125rem] whitespace-nowrap',
        chipOf(item),
        isFirst && begins && 'ml-1 rounded-l-[3px] border-l-3 border-current',
        index === last && ends && 'mr-1 rounded-r-[3px]',
      )}
    >
      {isFirst ? (
        <span className="absolute inset-y-0 left-1.5 z-1 truncate" style={{ width: `calc(${(last - first + 1) * 100}% - 0.75rem)` }}>
          {shortText(item.source)}
          {item.status === 'SUSPENDED' && ' (suspended)'}
        </span>
      ) : (
        <span className="sr-only">{shortText(item.source)}</span>
      )}
    </li>
  );
}
