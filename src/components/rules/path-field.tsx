/** Names a field of the event by its path, such as `order.total`, with those that events of the program have to choose from. */
'use client';
import { useId } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useRuleFindings } from './cel/rule-findings';

/** The fields that the events of the program have, of a kind, without those within lists. */
function useSeenFields(type: string): readonly string[] {
  return useRuleFindings()
    .vocabulary.eventFields.filter(({ name, about }) => !name.includes('[]') && about.startsWith(type))
    .map(({ name }) => name);
}

interface PathFieldProps {
  label: string;
  /** The type of the fields to offer. */
  type: 'number' | 'string' | 'array';
  path: readonly string[];
  onChange: (path: readonly string[]) => void;
}

export function PathField({ label, type, path, onChange }: PathFieldProps) {
  const list = useId();
  const text = path.join('.');
  return (
    <>
      <Field label={label} required error={text === '' ? 'Name a field of the event.' : undefined}>
        <Input
          spellCheck={false}
          autoComplete="off"
          list={list}
          value={text}
          onChange={({ target }) => onChange(target.value.split('.'))}
        />
      </Field>
      <datalist id={list}>
        {useSeenFields(type).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
