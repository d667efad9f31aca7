/** Gives calendar items their times as instants, for laying them out. */
import type { CalendarItem } from '@/contract/calendar';
import type { TimeSpan } from '@/domain/calendar/days';

const instantOf = (at: string | null): Date | null => (at === null ? null : new Date(at));

export const spanOf = ({ from, to }: { readonly from: string | null; readonly to: string | null }): TimeSpan => ({
  from: instantOf(from),
  to: instantOf(to),
});

export type ShownItem = Omit<CalendarItem, 'from' | 'to'> & TimeSpan & { readonly source: CalendarItem };

export const shownItem = (source: CalendarItem): ShownItem => ({ ...source, ...spanOf(source), source });
