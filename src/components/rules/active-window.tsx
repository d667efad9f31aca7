/** Edits when a rule is active, as the clocks of its program show it; the API takes instants. */
'use client';
import { useState } from 'react';
import { usePrograms } from '@/components/shell/program-filter';
import { Part } from '@/components/ui/detail';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { windowWords } from '@/domain/window-words';
import { clockReading, clockReadingOfEnd, instantOf, type ClockReading } from '@/domain/clock-reading';
import type { RuleFormDraft } from './rule-draft';

interface ActiveWindowProps {
  draft: RuleFormDraft;
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<RuleFormDraft>) => void;
}

export function ActiveWindow({ draft, errors, onChange }: ActiveWindowProps) {
  const timeZone = usePrograms().data?.data.find(({ id }) => id === draft.program_id)?.timezone;
  const bound = (field: keyof typeof BOUNDS) => ({
    ...BOUNDS[field],
    value: draft[field],
    error: errors[field],
    onChange: (instant: string) => onChange({ [field]: instant }),
  });
  const words = timeZone === undefined ? null : windowWords(new Date(draft.active_from), new Date(draft.active_to), timeZone);
  return (
    <Part title="While">
      <div className="panel flex flex-col gap-4 p-4">
        {timeZone !== undefined && (
          // Another program has another clock, on which what is half written would mean something else.
          <div key={timeZone} className="grid gap-4 sm:grid-cols-2">
            <Bound {...bound('active_from')} timeZone={timeZone} />
            <Bound {...bound('active_to')} timeZone={timeZone} />
          </div>
        )}
        <p className="text-ink-soft text-xs">
          {words} Compared with the time at which an event happened
          {timeZone === undefined ? '' : `; in the program’s time zone, ${timeZone}`}.
        </p>
      </div>
    </Part>
  );
}

/** A date alone is that whole day. */
const BOUNDS = {
  active_from: { label: 'Active from', reads: clockReading, time: '00:00', which: 'first', hint: undefined },
  active_to: { label: 'Active to', reads: clockReadingOfEnd, time: '24:00', which: 'last', hint: '24:00 is the end of the day.' },
} as const;

interface BoundProps {
  label: string;
  hint: string | undefined;
  /** What clocks show at an instant. */
  reads: (instant: Date, timeZone: string) => ClockReading;
  /** The time of a date that has none yet. */
  time: string;
  which: 'first' | 'last';
  timeZone: string;
  /** An instant; empty for no bound. */
  value: string;
  error: string | undefined;
  onChange: (instant: string) => void;
}

const NOTHING: ClockReading = { date: '', time: '' };
const COMPLETE_TIME = /^\d?\d:\d\d/;

/** What was written in a bound that is no instant. */
function readingOf(value: string): ClockReading {
  const [date = '', time = ''] = value.split('T');
  return { date, time };
}

function Bound({ label, hint, reads, time, which, timeZone, value, error, onChange }: BoundProps) {
  const [typed, setTyped] = useState<{ value: string; reading: ClockReading }>({ value: '', reading: NOTHING });
  const instant = new Date(value);
  const isInstant = value.endsWith('Z') && !Number.isNaN(instant.getTime());
  const reading = typed.value === value ? typed.reading : isInstant ? reads(instant, timeZone) : readingOf(value);
  const write = (next: ClockReading) => {
    // What is no time is kept as it is written, for the API to refuse: left out, it would be no bound.
    const written = next.date === '' ? '' : (instantOf(next, timeZone, which)?.toISOString() ?? `${next.date}T${next.time}`);
    setTyped({ value: written, reading: next });
    onChange(written);
  };
  const neverShown = value !== '' && !isInstant && COMPLETE_TIME.test(reading.time);
  return (
    <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-2">
      <Field label={label} hint={hint} error={neverShown ? 'Clocks do not show this time on that day; choose another.' : error}>
        <Input type="date" value={reading.date} onChange={({ target }) => write({ date: target.value, time: reading.time || time })} />
      </Field>
      <Field label={`${label}, at`} required={reading.date !== ''}>
        <Input
          inputMode="numeric"
          className="tabular-nums"
          autoComplete="off"
          placeholder={time}
          disabled={reading.date === ''}
          value={reading.date === '' ? '' : reading.time}
          onChange={({ target }) => write({ ...reading, time: target.value.trim() })}
        />
      </Field>
    </div>
  );
}
