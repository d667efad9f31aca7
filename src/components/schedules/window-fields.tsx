/** Edits from when until when something holds, as the clocks of its program show it; the API takes instants. */
'use client';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { clockReading, clockReadingOfEnd, instantOf, type ClockReading } from '@/domain/clock-reading';

interface WindowBound {
  label: string;
  /** An instant; empty for no bound. */
  value: string;
  error: string | undefined;
  onChange: (instant: string) => void;
}

interface WindowFieldsProps {
  timeZone: string;
  /** Absent where the start stays as it is. */
  from?: WindowBound;
  to: WindowBound;
}

/** Another zone has another clock, on which what is half written would mean something else. */
export const WindowFields = ({ timeZone, from, to }: WindowFieldsProps) => (
  <div key={timeZone} className="grid gap-4 sm:grid-cols-2">
    {from && <Bound {...BOUNDS.from} {...from} timeZone={timeZone} />}
    <Bound {...BOUNDS.to} {...to} timeZone={timeZone} />
  </div>
);

/** A date alone is that whole day. */
const BOUNDS = {
  from: { reads: clockReading, time: '00:00', which: 'first', hint: undefined },
  to: { reads: clockReadingOfEnd, time: '24:00', which: 'last', hint: '24:00 is the end of the day.' },
} as const;

interface BoundProps extends WindowBound {
  hint: string | undefined;
  /** What clocks show at an instant. */
  reads: (instant: Date, timeZone: string) => ClockReading;
  /** The time of a date that has none yet. */
  time: string;
  which: 'first' | 'last';
  timeZone: string;
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
