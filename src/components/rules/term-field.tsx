/** When something happens: at once or never, after a time, or at an instant, or how far back something reaches; writes the text that the API takes. */
'use client';
import { useState } from 'react';
import { cn } from '@/components/ui/cn';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';

const UNITS = { d: 'days', w: 'weeks', h: 'hours' } as const;
type Unit = keyof typeof UNITS;
type Way = 'none' | Unit | 'other';

const isUnit = (letter: string | undefined): letter is Unit => letter !== undefined && Object.hasOwn(UNITS, letter);

/** `90d` as its number and unit; what combines several, or is a time, is another. */
function partsOf(text: string): { readonly way: Way; readonly count: string } {
  if (text.trim() === '') return { way: 'none', count: '' };
  const [, count = '', unit] = /^(\d*)([a-z])$/.exec(text.trim()) ?? [];
  return isUnit(unit) ? { way: unit, count } : { way: 'other', count: '' };
}

interface TermFieldProps {
  label: string;
  /** What it is called when there is none, such as “Never”. */
  none: string;
  hint?: string;
  /** Whether the time is to come, or has passed. */
  way?: 'After' | 'Last';
  /** Whether it can also be at an instant. */
  takesTime?: boolean;
  value: string;
  error?: string;
  onChange: (text: string) => void;
}

export function TermField({ label, none, hint, way: reach = 'After', takesTime = true, value, error, onChange }: TermFieldProps) {
  // What is being written as it is stays so, also while it is empty or reads as a number of days.
  const [isTyped, setTyped] = useState(false);
  const read = partsOf(value);
  const way = isTyped ? 'other' : read.way;
  const options = [
    { value: 'none', label: none },
    ...(['d', 'w', 'h'] as const).map((unit) => ({ value: unit, label: `${reach} ${UNITS[unit]}` })),
    { value: 'other', label: takesTime ? 'At a time, or after several units' : `${reach} several units` },
  ] as const;
  const choose = (next: Way) => {
    setTyped(next === 'other');
    if (next === 'none') onChange('');
    else if (next !== 'other') onChange(`${read.count || '30'}${next}`);
  };
  return (
    <div className={cn('grid gap-2', way !== 'none' && 'grid-cols-2')}>
      <Field label={label} required hint={hint} error={way === 'none' ? error : undefined}>
        <Select options={options} value={way} onChange={choose} />
      </Field>
      {isUnit(way) && (
        <Field label={`${label} ${reach.toLowerCase()} (${UNITS[way]})`} required error={error}>
          <Input
            inputMode="numeric"
            className="tabular-nums"
            value={read.count}
            onChange={({ target }) => onChange(`${target.value.replace(/\D/g, '')}${way}`)}
          />
        </Field>
      )}
      {way === 'other' && (
        <Field
          label={`${label} ${takesTime ? 'at' : reach.toLowerCase()}`}
          required
          hint={takesTime ? 'Such as 2027-01-01T00:00:00Z, or 1w2d.' : 'Such as 1w2d or 90m.'}
          error={error}
        >
          <Input spellCheck={false} value={value} onChange={({ target }) => onChange(target.value)} />
        </Field>
      )}
    </div>
  );
}
