/** One expected effect: what is done, whose it is, and what is compared of it; what is left empty is not compared. */
'use client';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useAssetIndex } from '@/components/assets/asset-index';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { BUCKETS } from '@/domain/choices';
import { isOneOf, namesIn } from '@/domain/fields';
import type { TargetType } from '@/domain/rules/actions/fields';
import type { ExampleEffect } from '@/domain/rules/examples/example';
import { ACTION_KINDS } from '../action-draft';
import { outcomeSentences } from './example-words';
import { effectAs, effectFieldsOf, subjectsOf, withFields } from './expected-effects';
import { StateFields } from './state-fields';

/** Stands for a field that is not compared: an option cannot be empty. */
const ANY = 'ANY';

const KINDS = namesIn(ACTION_KINDS).map((value) => ({ value, label: ACTION_KINDS[value].label }));
const WHOSE: Readonly<Record<TargetType, string>> = {
  ACTOR: 'Participant',
  RECIPIENT: 'Recipient',
  PARTICIPANT: 'Another participant',
  GROUP: 'Group',
  PROGRAM: 'Program',
};
const IN_BUCKETS = [
  { value: ANY, label: 'Any' },
  { value: 'AVAILABLE', label: 'Available' },
  { value: 'HELD', label: 'Held' },
  { value: 'DEFERRED', label: 'Deferred' },
];

interface EffectRowProps {
  effect: ExampleEffect;
  /** From 1. */
  number: number;
  onChange: (effect: ExampleEffect) => void;
  onRemove: () => void;
}

export function EffectRow({ effect, number, onChange, onRemove }: EffectRowProps) {
  const said = useId();
  const fields = effectFieldsOf(effect.type);
  const write = (changes: Parameters<typeof withFields>[1]) => onChange(withFields(effect, changes));
  const subjects = subjectsOf(effect.type);
  const whose = effect.target === undefined || subjects.includes(effect.target) ? subjects : [...subjects, effect.target];
  return (
    <li aria-label={`Effect ${number}`} aria-describedby={said} className="panel flex flex-col gap-3 p-3">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Field label="Do" required>
          <Select options={KINDS} value={effect.type} onChange={(type) => onChange(effectAs(effect, type))} />
        </Field>
        <Field label="Whose">
          <Select
            options={[{ value: ANY, label: 'Anybody’s' }, ...whose.map((value) => ({ value, label: WHOSE[value] }))]}
            value={effect.target ?? ANY}
            onChange={(target) => write({ target: target === ANY ? undefined : target })}
          />
        </Field>
        {fields.sum && <SumFields effect={effect} hasBucket={fields.bucket || effect.bucket !== undefined} write={write} />}
        {fields.state !== null && <StateFields effect={effect} state={fields.state} write={write} />}
      </div>
      <div className="flex items-start justify-between gap-2">
        <p id={said} className="text-ink-soft min-w-0 break-words">
          {outcomeSentences({ matched: true, effects: [effect] })}
        </p>
        <Button variant="quiet" size="icon" aria-label={`Remove effect ${number}`} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </div>
    </li>
  );
}

interface SumFieldsProps {
  effect: ExampleEffect;
  hasBucket: boolean;
  write: (changes: Parameters<typeof withFields>[1]) => void;
}

function SumFields({ effect: { asset, amount, bucket }, hasBucket, write }: SumFieldsProps) {
  const { all } = useAssetIndex();
  const symbols = new Set([...all.map(({ symbol }) => symbol), ...(asset === undefined ? [] : [asset])]);
  return (
    <>
      <Field label="Asset">
        <Select
          options={[
            { value: ANY, label: 'Any' },
            ...[...symbols].filter((symbol) => symbol !== ANY).map((value) => ({ value, label: value })),
          ]}
          value={asset ?? ANY}
          onChange={(symbol) => write({ asset: symbol === ANY ? undefined : symbol })}
        />
      </Field>
      <Field label="Amount" hint="If empty, any.">
        <Input
          inputMode="decimal"
          className="tabular-nums"
          value={amount ?? ''}
          onChange={({ target }) => write({ amount: target.value === '' ? undefined : target.value })}
        />
      </Field>
      {hasBucket && (
        <Field label="Bucket">
          <Select
            options={IN_BUCKETS}
            value={bucket ?? ANY}
            onChange={(next) => write({ bucket: isOneOf(BUCKETS, next) ? next : undefined })}
          />
        </Field>
      )}
    </>
  );
}
