/** The form fields of one tier level: its name, its benefits, and its criteria. */
'use client';
import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Field, FieldFault } from '@/components/ui/field';
import { AmountInput, Input, Textarea } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { namesIn } from '@/domain/fields';
import { CRITERION_WORDS } from '@/domain/tiers/tier-sentence';
import { NEW_CRITERION, type CriterionDraft, type LevelDraft } from './tier-draft';

const OPERATORS = namesIn(CRITERION_WORDS).map((value) => ({ value, label: CRITERION_WORDS[value] }));
const MODES = [
  { value: 'ALL', label: 'All of these' },
  { value: 'ANY', label: 'Any of these' },
] as const;

type Errors = Readonly<Record<string, string>>;

interface LevelFieldsProps {
  level: LevelDraft;
  index: number;
  errors: Errors;
  onEdit: (changes: Partial<LevelDraft>) => void;
  onRemove: (() => void) | undefined;
}

export function LevelFields({ level, index, errors, onEdit, onRemove }: LevelFieldsProps) {
  const at = `levels[${index}]`;
  return (
    <fieldset className="panel flex flex-col gap-3 p-3">
      <legend className="px-1 font-semibold">Level {index + 1}</legend>
      <div className="grid gap-3 sm:grid-cols-[1fr_1fr_5rem_8rem_auto]">
        <Field label="Name" error={errors[`${at}.display_name`]}>
          <Input value={level.display_name} onChange={(event) => onEdit({ display_name: event.target.value })} />
        </Field>
        <Field label="Level key" required error={errors[`${at}.key`]}>
          <Input className="font-mono text-xs" value={level.key} onChange={(event) => onEdit({ key: event.target.value })} />
        </Field>
        <Field label="Rank" required error={errors[`${at}.rank`]}>
          <Input
            inputMode="numeric"
            className="text-right tabular-nums"
            value={level.rank}
            onChange={(event) => onEdit({ rank: event.target.value })}
          />
        </Field>
        <Field label="Color" error={errors[`${at}.color`]}>
          <Input placeholder="#d4af37" value={level.color} onChange={(event) => onEdit({ color: event.target.value })} />
        </Field>
        {onRemove && (
          <Button variant="quiet" size="icon" className="self-end" aria-label={`Remove level ${index + 1}`} onClick={onRemove}>
            <X aria-hidden />
          </Button>
        )}
      </div>
      <Criteria {...{ level, errors, onEdit }} at={`${at}.qualification`} number={index + 1} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Benefits" hint="One per line." error={errors[`${at}.benefits`]}>
          <Textarea className="min-h-12" value={level.benefits} onChange={(event) => onEdit({ benefits: event.target.value })} />
        </Field>
        <Field label="Icon address" error={errors[`${at}.icon_url`]}>
          <Input type="url" value={level.icon_url} onChange={(event) => onEdit({ icon_url: event.target.value })} />
        </Field>
      </div>
    </fieldset>
  );
}

interface CriteriaProps extends Pick<LevelFieldsProps, 'level' | 'errors' | 'onEdit'> {
  at: string;
  number: number;
}

function Criteria({ level, errors, onEdit, at, number }: CriteriaProps) {
  const { criteria } = level;
  const edit = (index: number, changes: Partial<CriterionDraft>) =>
    onEdit({ criteria: criteria.map((criterion, place) => (place === index ? { ...criterion, ...changes } : criterion)) });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-ink-soft text-xs font-medium">
          {criteria.length === 0 ? 'Reached only manually and by rules' : 'Reached by counters'}
        </span>
        {criteria.length > 1 && (
          <Select
            aria-label={`How many criteria of level ${number}`}
            options={MODES}
            value={level.mode}
            onChange={(mode) => onEdit({ mode })}
          />
        )}
      </div>
      {criteria.map((criterion, index) => {
        const path = `${at}.criteria[${index}]`;
        const error = errors[`${path}.counter`] ?? errors[`${path}.threshold`] ?? errors[path];
        const label = `${index + 1} of level ${number}`;
        return (
          <div key={index} className="flex flex-col gap-1">
            <div className="grid grid-cols-[minmax(0,1fr)_6rem_2rem] gap-2 sm:grid-cols-[minmax(0,1fr)_7rem_6rem_2rem]">
              <Input
                aria-label={`Counter ${label}`}
                aria-invalid={error ? true : undefined}
                placeholder="Counter"
                className="max-sm:col-span-3"
                value={criterion.counter}
                onChange={(event) => edit(index, { counter: event.target.value })}
              />
              <Select
                aria-label={`Comparison ${label}`}
                options={OPERATORS}
                value={criterion.operator}
                onChange={(operator) => edit(index, { operator })}
              />
              <AmountInput
                aria-label={`Threshold ${label}`}
                placeholder="500"
                value={criterion.threshold}
                onChange={(threshold) => edit(index, { threshold })}
              />
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Remove criterion ${label}`}
                onClick={() => onEdit({ criteria: criteria.filter((_, place) => place !== index) })}
              >
                <X aria-hidden />
              </Button>
            </div>
            {error && <FieldFault>{error}</FieldFault>}
          </div>
        );
      })}
      <div>
        <Button size="small" onClick={() => onEdit({ criteria: [...criteria, NEW_CRITERION] })}>
          Add criterion
        </Button>
      </div>
    </div>
  );
}
