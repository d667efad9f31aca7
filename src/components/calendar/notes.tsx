/** Says in words which rules overlap, and what the calendar leaves out. */
'use client';
import type { CalendarOmission, ProgramCalendar } from '@/contract/calendar';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Part } from '@/components/ui/detail';

export const Notes = ({ calendar: { overlaps, omitted } }: { calendar: ProgramCalendar }) => (
  <>
    {overlaps.length > 0 && (
      <Part title={`Overlaps (${overlaps.length})`}>
        <ul aria-label="Overlaps" className="panel divide-line divide-y">
          {overlaps.map(({ rules, sentence }) => (
            <li key={rules.map(({ id }) => id).join()} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-3 py-2">
              <span className="min-w-0 flex-1 basis-80">{sentence}</span>
              <span className="flex flex-wrap gap-3 text-xs">
                {rules.map(({ id, name }) => (
                  <ScopedLink key={id} href={`/rules/${id}`} className="text-accent underline">
                    {name}
                  </ScopedLink>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </Part>
    )}
    {omitted.length > 0 && (
      <ul aria-label="Not shown" className="text-ink-soft mt-4 text-xs">
        {omitted.map((omission) => (
          <li key={`${omission.kind}/${omission.id}`}>{omissionText(omission)}</li>
        ))}
      </ul>
    )}
  </>
);

const THINGS: Readonly<Record<CalendarOmission['kind'], string>> = {
  RULE: 'rules',
  REWARD: 'rewards',
  BUDGET: 'budget periods',
  AUTOMATION: 'runs',
  TIER: 'qualification years',
  TIER_MEMBERSHIPS: 'days on which levels end',
  EXPIRY: 'days on which value expires',
  MATURITY: 'days on which value matures',
  RESERVATIONS: 'days on which reservations end',
  SCHEDULED_EVENTS: 'days with scheduled events',
  LEDGER_PERIOD: 'closed periods',
  CLOCK_MOVE: 'clock moves',
  OVERLAP: 'overlaps',
};

function omissionText({ kind, name, count, at_least }: CalendarOmission): string {
  const things = `${THINGS[kind]}${name === null ? '' : ` of “${name}”`}`;
  if (count === 0) return `Not all rules were compared, so there may be more ${things}.`;
  return `Not shown: ${at_least ? 'at least ' : ''}${count.toLocaleString('en-US')} more ${things}.`;
}
