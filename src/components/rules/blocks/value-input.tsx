/** Edits one value of a line. What is not valid yet is kept in the input and not written to the rule. */
'use client';
import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { BlockTerm } from '@/domain/rules/blocks/block';
import { MOST_DAYS } from '@/domain/rules/blocks/time-since';
import { celOfTerm } from '@/domain/rules/blocks/write-cel';
import { termWords } from '@/domain/rules/sentence/condition-words';
import { MONTHS, WEEKDAYS } from '@/domain/rules/sentence/time-words';
import { firstValue, type ValueKind } from './line-parts';
import { SuggestedInput } from './suggested-input';
import { NO_SUGGESTIONS, type Suggestions } from './suggestions';

interface ValueInputProps {
  label: string;
  value: BlockTerm;
  kind: ValueKind;
  suggestions?: Suggestions;
  onChange: (value: BlockTerm) => void;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const WIDTH = 'w-auto min-w-24 max-w-full grow basis-28';

export function ValueInput({ label, value, kind, suggestions = NO_SUGGESTIONS, onChange }: ValueInputProps) {
  if (kind === 'hour' && value.kind === 'number') return <Hours label={label} value={value} onChange={onChange} />;
  if (kind === 'month' && value.kind === 'number')
    return <Choice label={label} names={MONTHS} value={value.text} onChange={(text) => onChange({ kind: 'number', text })} />;
  if (kind === 'weekday' && value.kind === 'number')
    return <Choice label={label} names={WEEKDAYS} value={value.text} onChange={(text) => onChange({ kind: 'number', text })} />;
  if (value.kind === 'number') return <NumberInput label={label} text={value.text} suggestions={suggestions} onChange={onChange} />;
  if (value.kind === 'text')
    return kind !== 'day' && suggestions.values.length > 0 ? (
      <SuggestedInput
        aria-label={label}
        data-begin=""
        className={WIDTH}
        value={value.value}
        suggestions={suggestions}
        onType={(text) => onChange({ kind: 'text', value: text })}
        onChoose={({ term }) => onChange(term)}
      />
    ) : (
      <Input
        aria-label={label}
        data-begin=""
        type={kind === 'day' ? 'date' : 'text'}
        className={WIDTH}
        value={value.value}
        onChange={({ target }) => onChange({ kind: 'text', value: target.value })}
      />
    );
  if (value.kind === 'flag')
    return (
      <Select
        aria-label={label}
        options={[
          { value: 'true', label: 'true' },
          { value: 'false', label: 'false' },
        ]}
        value={String(value.value)}
        onChange={(chosen) => onChange({ kind: 'flag', value: chosen === 'true' })}
      />
    );
  return (
    <span className="bg-sunken rounded-control inline-flex min-h-8 min-w-0 items-center gap-1 pl-2">
      <span className="min-w-0 break-words">{termWords(celOfTerm(value))}</span>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Enter a value in place of ${termWords(celOfTerm(value))}`}
        onClick={() => onChange(firstValue(kind))}
      >
        <X aria-hidden />
      </Button>
    </span>
  );
}

/** A whole number of days. */
export function DaysInput({ label, days, onChange }: { label: string; days: number; onChange: (days: number) => void }) {
  const [typed, setTyped] = useState(String(days));
  const isValid = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) <= MOST_DAYS;
  const shown = isValid(typed) && Number(typed) !== days ? String(days) : typed;
  return (
    <Input
      aria-label={label}
      data-begin=""
      inputMode="numeric"
      className="w-20 text-right tabular-nums"
      aria-invalid={isValid(shown) ? undefined : true}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value);
        if (isValid(target.value)) onChange(Number(target.value));
      }}
    />
  );
}

interface NumberInputProps {
  label: string;
  text: string;
  suggestions: Suggestions;
  onChange: (value: BlockTerm) => void;
}

function NumberInput({ label, text, suggestions, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState(text);
  // What was changed elsewhere is shown, what is being typed is kept.
  const shown = NUMBER.test(typed) && typed !== text ? text : typed;
  const type = (next: string) => {
    setTyped(next);
    if (NUMBER.test(next)) onChange({ kind: 'number', text: next });
  };
  const input = {
    'aria-label': label,
    'data-begin': '',
    inputMode: 'decimal',
    className: 'w-28 text-right tabular-nums',
    'aria-invalid': NUMBER.test(shown) ? undefined : true,
    value: shown,
  } as const;
  if (suggestions.values.length === 0) return <Input {...input} onChange={({ target }) => type(target.value)} />;
  return (
    <SuggestedInput
      {...input}
      suggestions={suggestions}
      onType={type}
      onChoose={({ term, label: chosen }) => (term.kind === 'number' ? type(chosen) : onChange(term))}
    />
  );
}

function Choice({
  label,
  names,
  value,
  onChange,
}: {
  label: string;
  names: readonly string[];
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Select
      aria-label={label}
      options={names.map((name, index) => ({ value: String(index), label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}

const HOURS = Array.from({ length: 25 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }));

function Hours({ label, value, onChange }: { label: string; value: { readonly text: string }; onChange: (value: BlockTerm) => void }) {
  return <Select aria-label={label} options={HOURS} value={value.text} onChange={(text) => onChange({ kind: 'number', text })} />;
}

interface ValuesInputProps {
  label: string;
  values: readonly BlockTerm[];
  kind: ValueKind;
  suggestions: Suggestions;
  onChange: (values: readonly BlockTerm[]) => void;
}

/** The values of a list: days as switches, anything else one by one. */
export function ValuesInput({ label, values, kind, suggestions, onChange }: ValuesInputProps) {
  if (kind === 'weekday' && values.every((value) => value.kind === 'number'))
    return (
      <Weekdays
        label={label}
        chosen={values.map(celOfTerm)}
        onChange={(days) => onChange(days.map((text) => ({ kind: 'number', text })))}
      />
    );
  return (
    <Grouped label={label}>
      {values.map((value, index) => (
        <span key={index} className="inline-flex min-w-0 grow basis-36 items-center gap-1">
          <ValueInput
            label={`${label}, value ${index + 1}`}
            value={value}
            kind={kind}
            suggestions={suggestions}
            onChange={(next) => onChange(values.map((other, at) => (at === index ? next : other)))}
          />
          {values.length > 1 && (
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove value ${index + 1}`}
              onClick={() => onChange(values.filter((_, at) => at !== index))}
            >
              <X aria-hidden />
            </Button>
          )}
        </span>
      ))}
      <Button size="small" onClick={() => onChange([...values, firstValue(kind)])}>
        Add value
      </Button>
    </Grouped>
  );
}

const Grouped = ({ label, children }: { label: string; children: ReactNode }) => (
  <span role="group" aria-label={label} className="flex min-w-0 grow flex-wrap items-center gap-1">
    {children}
  </span>
);

const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0];

function Weekdays({ label, chosen, onChange }: { label: string; chosen: readonly string[]; onChange: (days: readonly string[]) => void }) {
  const toggle = (day: string) => (chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day]);
  return (
    <Grouped label={label}>
      {MONDAY_FIRST.map((day) => (
        <Button
          key={day}
          size="small"
          variant={chosen.includes(String(day)) ? 'primary' : 'secondary'}
          aria-pressed={chosen.includes(String(day))}
          aria-label={WEEKDAYS[day]}
          data-begin={day === 1 ? '' : undefined}
          // A list of no days would never hold.
          disabled={chosen.length === 1 && chosen.includes(String(day))}
          onClick={() => onChange(toggle(String(day)))}
        >
          {WEEKDAYS[day]?.slice(0, 2)}
        </Button>
      ))}
    </Grouped>
  );
}
