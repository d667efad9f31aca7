/** Says in words which rules overlap, and what the calendar leaves out. */
'use client';
import { useState } from 'react';
import type { CalendarOmission, ProgramCalendar } from '@/contract/calendar';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Button } from '@/components/ui/button';
import { Part } from '@/components/ui/detail';

export const Notes = ({ calendar: { overlaps, omitted } }: { calendar: ProgramCalendar }) => (
  <>
    <Overlaps overlaps={overlaps} />
    {omitted.length > 0 && (
      <ul aria-label="Not shown" className="text-ink-soft mt-4 text-xs">
        {omitted.map((omission) => (
          <li key={omission.kind}>{omissionText(omission)}</li>
        ))}
      </ul>
    )}
  </>
);

/** As many are shown at first. */
const FIRST = 5;

function Overlaps({ overlaps }: Pick<ProgramCalendar, 'overlaps'>) {
  const [all, setAll] = useState(false);
  const shown = all ? overlaps : overlaps.slice(0, FIRST);
  if (shown.length === 0) return null;
  return (
    <Part title={`Overlaps (${overlaps.length})`}>
      <ul aria-label="Overlaps" className="panel divide-line divide-y">
        {shown.map(({ rules, sentence }) => (
          <li key={rules.map(({ id }) => id).join()} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-3 py-2">
            <span className="min-w-0 flex-1 basis-80">{sentence}</span>
            <span className="flex flex-wrap gap-3 text-xs">
              {rules.map(({ id, name }) => (
                <ScopedLink key={id} href={`/rules/${id}`} className="text-accent max-w-48 truncate underline">
                  {name}
                </ScopedLink>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < overlaps.length && (
        <Button size="small" variant="quiet" className="mt-2" onClick={() => setAll(true)}>
          Show all {overlaps.length}
        </Button>
      )}
    </Part>
  );
}

const THINGS: Readonly<Record<CalendarOmission['kind'], string>> = {
  CAMPAIGN: 'campaigns',
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

function omissionText({ kind, count, at_least }: CalendarOmission): string {
  if (count === 0) return `Not all rules were compared, so there may be more ${THINGS[kind]}.`;
  return `Not shown: ${at_least ? 'at least ' : ''}${count.toLocaleString('en-US')} more ${THINGS[kind]}.`;
}
