/** Names periods that have no name of their own, and lists the month ends that can be closed. */
import type { LedgerPeriod } from '@/contract/ledger-period';
import { PERIOD_END_AGE_MS } from '@/domain/choices';

const OFFERED = 12;

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const isMonthStart = (at: Date): boolean => at.getTime() === Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);

/** `October 2026` for an end at midnight UTC on the first of the next month; otherwise the time itself. */
export function endName(to: string): string {
  const at = new Date(to);
  if (isMonthStart(at)) return MONTH.format(new Date(at.getTime() - 1));
  return `${to.slice(0, 16).replace('T', ' ')} UTC`;
}

export const periodName = ({ description, to }: Pick<LedgerPeriod, 'description' | 'to'>): string => description ?? `Until ${endName(to)}`;

/** Why a period cannot end then; undefined: it can. @param closedTo the end of the last closed period. */
export function endFault(to: string, closedTo: string | null, now: number): string | undefined {
  if (closedTo !== null && to <= closedTo) {
    const end = isMonthStart(new Date(closedTo)) ? `the end of ${endName(closedTo)}` : endName(closedTo);
    return `The books are already closed up to ${end}; choose a later time.`;
  }
  return Date.parse(to) > now - PERIOD_END_AGE_MS ? 'Choose a time that is at least a minute ago.' : undefined;
}

/** Past month ends, newest first. @param closedTo the end of the last closed period. */
export function monthEnds(now: number, closedTo: string | null): { value: string; label: string }[] {
  const today = new Date(now - PERIOD_END_AGE_MS);
  const after = closedTo === null ? -Infinity : Date.parse(closedTo);
  return Array.from({ length: OFFERED }, (_, back) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1)))
    .filter((start) => start.getTime() > after)
    .map((start) => ({ value: start.toISOString(), label: `End of ${endName(start.toISOString())}` }));
}
