/** Shows relative time by the organization's clock; the exact time with its zone on hover, on focus and in print. */
'use client';
import { createContext, use } from 'react';
import { useOrganizationNow } from '@/components/shell/clock';
import { usePrinting } from './printing';
import { Tooltip } from './tooltip';

const STEPS = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const SOON_MS = 60_000;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });
const universal = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' });

/** "5 min. ago", "in 2 days", "just now". Both times in milliseconds. */
export function relativeText(at: number, now: number): string {
  const distance = at - now;
  const step = STEPS.find(([, length]) => Math.abs(distance) >= length);
  if (!step) return distance > SOON_MS / 2 ? 'in moments' : 'just now';
  return relative.format(Math.trunc(distance / step[1]), step[0]);
}

/** The exact time with its zone; an invalid time stays unchanged. */
export const exactText = (at: string): string => (Number.isNaN(Date.parse(at)) ? at : exact.format(new Date(at)));

/** The exact time in the reader's zone and in UTC, which server logs use; once if they are the same. */
function exactInBoth(at: string): string {
  const [here, there] = [exactText(at), Number.isNaN(Date.parse(at)) ? at : universal.format(new Date(at))];
  return here === there ? here : `${here} · ${there}`;
}

/** In openable rows, times take no focus: it moves from row to row, and the detail has the same times. */
export const TimesOfOpenableRows = createContext(false);

export function RelativeTime({ at, real = false }: { at: string | null | undefined; real?: boolean }) {
  const now = useOrganizationNow(real);
  const passedOver = use(TimesOfOpenableRows);
  const printing = usePrinting();
  if (!at) return <span className="text-ink-faint">—</span>;
  return (
    <Tooltip text={exactInBoth(at)}>
      <time tabIndex={passedOver ? undefined : 0} dateTime={at} className="whitespace-nowrap tabular-nums" suppressHydrationWarning>
        {printing === null ? relativeText(Date.parse(at), now) : exactText(at)}
      </time>
    </Tooltip>
  );
}
