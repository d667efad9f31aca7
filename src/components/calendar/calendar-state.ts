/** Keeps in the URL what the calendar shows: the month, the view, the opened day and the hidden groups. */
'use client';
import { createParser, parseAsArrayOf, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { calendarDays, dateAfter, daysFrom, monthOf, startOfDate, weekdayOf, type CalendarDay } from '@/domain/calendar/days';
import { GROUPS } from './kinds';

export const CALENDAR_VIEWS = ['month', 'windows'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

const matching = (form: RegExp) => createParser({ parse: (text) => (form.test(text) ? text : null), serialize: (text: string) => text });

export const useCalendarState = () =>
  useQueryStates(
    {
      /** Such as 2026-12; the present month when absent. */
      month: matching(/^2[0-8]\d\d-(0[1-9]|1[0-2])$/),
      view: parseAsStringLiteral(CALENDAR_VIEWS).withDefault('month'),
      day: matching(/^2[0-8]\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/),
      hide: parseAsArrayOf(parseAsStringLiteral(GROUPS)).withDefault([]),
    },
    { history: 'push' },
  );

/** Weeks from the one in which the month begins. */
const WEEKS_OF_WINDOWS = 8;

export interface ShownTime {
  readonly days: readonly CalendarDay[];
  readonly from: string;
  readonly to: string;
}

/** Whole weeks, from Monday: those of the month, or eight of them. @param month such as 2026-12. */
export function shownTime(month: string, view: CalendarView, timeZone: string): ShownTime {
  const begins = `${month}-01`;
  const first = dateAfter(begins, 1 - weekdayOf(begins));
  const weeks = view === 'windows' ? WEEKS_OF_WINDOWS : Math.ceil(daysFrom(first, monthOf(begins, 1)) / 7);
  const [start, end] = [startOfDate(first, timeZone), startOfDate(dateAfter(first, weeks * 7), timeZone)];
  return { days: calendarDays(start, end, timeZone), from: start.toISOString(), to: end.toISOString() };
}

/** The month `by` months later. */
export const monthAfter = (month: string, by: number): string => monthOf(`${month}-01`, by).slice(0, 7);

const named = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (date: string): string => format.format(new Date(`${date}T00:00:00Z`));
};

/** `December 2026`. @param date such as 2026-12-24. */
export const monthText = named({ month: 'long', year: 'numeric' });
/** `Thursday, December 24, 2026`. */
export const dateText = named({ dateStyle: 'full' });
/** `Dec 24`. */
export const shortDate = named({ month: 'short', day: 'numeric' });
