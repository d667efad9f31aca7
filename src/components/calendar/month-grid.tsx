/** A month as a grid of days: arrow keys move between them, and Enter opens the list of a day. */
'use client';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { weekdayName } from '@/domain/calendar-names';
import { dateAfter, monthOf, weekdayOf, type CalendarDay } from '@/domain/calendar/days';
import { barsOf } from '@/domain/calendar/layout';
import { monthText } from './calendar-state';
import { BAR_LINES, MonthCell } from './month-cell';
import type { ShownItem } from './shown-item';

interface MonthGridProps {
  days: readonly CalendarDay[];
  items: readonly ShownItem[];
  today: string;
  /** Such as 2026-12. */
  month: string;
  onDay: (date: string) => void;
  /** Shows the month of a day. */
  onMonth: (date: string) => void;
}

export function MonthGrid({ days, items, today, month, onDay, onMonth }: MonthGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const { current, onKeyDown, choose } = useDayKeys(grid, { days, today, month, onDay, onMonth });
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <table
      ref={grid}
      role="grid"
      aria-label={monthText(`${month}-01`)}
      onKeyDown={onKeyDown}
      className="panel hidden w-full table-fixed border-separate border-spacing-0 overflow-hidden sm:table"
    >
      <thead>
        <tr>
          <th scope="col" className="bg-sunken text-ink-faint w-8 text-xs font-medium">
            <span className="sr-only">Week</span>
          </th>
          {days.slice(0, 7).map(({ date }) => (
            <th
              key={weekdayOf(date)}
              scope="col"
              abbr={weekdayName(weekdayOf(date))}
              className="bg-sunken text-ink-soft h-8 px-2 text-left text-xs font-medium"
            >
              <span aria-hidden>{weekdayName(weekdayOf(date)).slice(0, 3)}</span>
              <span className="sr-only">{weekdayName(weekdayOf(date))}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => {
          const bars = barsOf(items, week);
          const barLines = Math.min(BAR_LINES, Math.max(0, ...bars.map(({ line }) => line + 1)));
          return (
            <tr key={week[0]?.date}>
              <th scope="row" className="bg-sunken text-ink-faint border-line border-t align-top text-xs font-normal">
                <span className="sr-only">Week </span>
                <span className="block pt-2 tabular-nums">{weekNumber(week[0]?.date ?? '')}</span>
              </th>
              {week.map((day, index) => (
                <MonthCell
                  key={day.date}
                  day={day}
                  items={items}
                  bars={bars.filter(({ first, last }) => first <= index && index <= last)}
                  barLines={barLines}
                  index={index}
                  isToday={day.date === today}
                  isOther={!day.date.startsWith(month)}
                  tabIndex={day.date === current ? 0 : -1}
                  onOpen={() => {
                    choose(day.date);
                    onDay(day.date);
                  }}
                />
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const DAY_MS = 86_400_000;

/** By ISO 8601: that of the week's Thursday, counted from the first Thursday of its year. */
function weekNumber(monday: string): number {
  const thursday = Date.parse(`${dateAfter(monday, 3)}T00:00:00Z`);
  return Math.floor((thursday - Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)) / (7 * DAY_MS)) + 1;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The day that a key leads to; null for other keys. */
function reached(key: string, date: string): string | null {
  const step = STEPS[key];
  if (step !== undefined) return dateAfter(date, step);
  if (key === 'Home') return dateAfter(date, 1 - weekdayOf(date));
  if (key === 'End') return dateAfter(date, 7 - weekdayOf(date));
  if (key === 'PageUp') return monthOf(date, -1);
  return key === 'PageDown' ? monthOf(date, 1) : null;
}

/** Which day takes the focus, and how keys move it; beyond the days shown, the month changes with it. */
function useDayKeys(grid: React.RefObject<HTMLTableElement | null>, { days, today, month, onDay, onMonth }: Omit<MonthGridProps, 'items'>) {
  const [chosen, setChosen] = useState<string | null>(null);
  const moving = useRef(false);
  const isShown = (date: string): boolean => days.some((day) => day.date === date);
  const usual = today.startsWith(month) ? today : `${month}-01`;
  const current = chosen !== null && isShown(chosen) ? chosen : usual;
  useLayoutEffect(() => {
    if (!moving.current) return;
    moving.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-date="${current}"]`)?.focus();
  }, [grid, current]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onDay(current);
      return;
    }
    const next = reached(event.key, current);
    if (next === null) return;
    event.preventDefault();
    moving.current = true;
    setChosen(next);
    if (!isShown(next) || event.key.startsWith('Page')) onMonth(next);
  };
  return { current, onKeyDown, choose: setChosen };
}
