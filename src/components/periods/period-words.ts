/** How periods are called where they have no name of their own, and the month ends that can be closed. */
import type { LedgerPeriod } from '@/contract/ledger-period';

/** What began before the end has been committed this long after it. */
const SETTLED_MS = 60_000;
const OFFERED = 12;

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const isMonthStart = (at: Date): boolean => at.getTime() === Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);

/** `October 2026` for an end at midnight UTC on the first of a month; else the time itself. */
export function endName(to: string): string {
  const at = new Date(to);
  if (isMonthStart(at)) return MONTH.format(new Date(at.getTime() - 1));
  return `${to.slice(0, 16).replace('T', ' ')} UTC`;
}

export const periodName = ({ description, to }: Pick<LedgerPeriod, 'description' | 'to'>): string => description ?? `Until ${endName(to)}`;

/** Ends of months that are over, newest first. @param closedTo where the last closed period ended. */
export function monthEnds(now: number, closedTo: string | null): { value: string; label: string }[] {
  const today = new Date(now - SETTLED_MS);
  const after = closedTo === null ? -Infinity : Date.parse(closedTo);
  return Array.from({ length: OFFERED }, (_, back) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1)))
    .filter((start) => start.getTime() > after)
    .map((start) => ({ value: start.toISOString(), label: `End of ${endName(start.toISOString())}` }));
}
