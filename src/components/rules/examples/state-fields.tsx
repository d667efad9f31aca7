/** The state that an expected effect leaves: the tag, or the key and the value of a counter, an attribute or a tier. */
'use client';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { ExampleEffect } from '@/domain/rules/examples/example';
import type { JsonValue } from '@/domain/rules/activation';
import { jsonOrText, textOfJson, typedLoss } from '../typed-json';
import { isLevel, type effectFieldsOf, type withFields } from './expected-effects';

type State = NonNullable<ReturnType<typeof effectFieldsOf>['state']>;

interface StateFieldsProps {
  effect: ExampleEffect;
  state: State;
  write: (changes: Parameters<typeof withFields>[1]) => void;
}

const KEYS: Readonly<Record<State, string>> = { tag: 'Tag', counter: 'Counter', attribute: 'Attribute', tier: 'Tier' };
const LEVELS = [
  { value: 'ANY', label: 'Any level' },
  { value: 'NONE', label: 'No level' },
  { value: 'LEVEL', label: 'A certain level' },
] as const;
const BLANK_LEVEL = { level: '', rank: 1 };

export function StateFields({ effect: { key, value }, state, write }: StateFieldsProps) {
  return (
    <>
      <Field label={KEYS[state]} hint="If empty, any.">
        <Input value={key ?? ''} onChange={({ target }) => write({ key: target.value === '' ? undefined : target.value })} />
      </Field>
      {state === 'tier' && <LevelFields value={value} onChange={(next) => write({ value: next })} />}
      {(state === 'counter' || state === 'attribute') && (
        <Field label="Becomes" hint={state === 'counter' ? 'A number; if empty, any.' : 'Text or JSON; if empty, any.'}>
          <ValueInput
            key={state}
            value={value}
            read={state === 'counter' ? String : exactJson}
            onChange={(next) => write({ value: next })}
          />
        </Field>
      )}
    </>
  );
}

/** A number that JSON would round is kept as the text that it is. */
const exactJson = (typed: string): JsonValue => (typedLoss(typed) === null ? jsonOrText(typed) : typed);

interface ValueInputProps {
  value: unknown;
  read: (typed: string) => JsonValue;
  onChange: (value: JsonValue | undefined) => void;
}

/** Keeps what is typed for as long as it says the value, because `1.0` is on the way to `1.05`. */
function ValueInput({ value, read, onChange, ...aria }: ValueInputProps) {
  const [typed, setTyped] = useState('');
  const valueOf = (text: string): JsonValue | undefined => (text === '' ? undefined : read(text));
  const saysIt = JSON.stringify(valueOf(typed)) === JSON.stringify(value);
  const written = value === undefined ? '' : read === String ? String(value) : textOfJson(value as JsonValue); // it was read from JSON
  return (
    <Input
      {...aria}
      spellCheck={false}
      value={saysIt ? typed : written}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(valueOf(target.value));
      }}
    />
  );
}

function LevelFields({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  const level = isLevel(value) ? value : null;
  return (
    <>
      <Field label="Afterwards">
        <Select
          options={LEVELS}
          value={level ? 'LEVEL' : value === null ? 'NONE' : 'ANY'}
          onChange={(next) => onChange(next === 'LEVEL' ? (level ?? BLANK_LEVEL) : next === 'NONE' ? null : undefined)}
        />
      </Field>
      {level && (
        <>
          <Field label="Level" required>
            <Input value={level.level} onChange={({ target }) => onChange({ ...level, level: target.value })} />
          </Field>
          <Field label="Rank" required hint="Its place, from 1.">
            <Input type="number" value={String(level.rank)} onChange={({ target }) => onChange({ ...level, rank: Number(target.value) })} />
          </Field>
        </>
      )}
    </>
  );
}
