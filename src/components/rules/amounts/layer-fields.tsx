/** What is done to a chosen amount afterwards: factors, rounding, and the least and most of one event. */
'use client';
import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { AmountChoice, AmountFactor, AmountRounding } from '@/domain/rules/amounts/choice';
import { MAX_SCALE } from '@/domain/money';
import { ConditionBlocks } from '../blocks/condition-blocks';
import { NO_FINDINGS, useRuleFindings } from '../cel/rule-findings';
import { HALF, WHOLE } from '../action-text';
import { NumberField } from './base-fields';
import { Rows } from './rows';

const WAYS = [
  { value: 'none', label: 'As it is' },
  { value: 'floor', label: 'Down' },
  { value: 'round', label: 'To the nearest' },
  { value: 'ceil', label: 'Up' },
] as const;
const PLACES = Array.from({ length: MAX_SCALE + 1 }, (_, places) => ({
  value: String(places),
  label: places === 0 ? 'Whole numbers' : `${places} decimal ${places === 1 ? 'place' : 'places'}`,
}));

interface LayerFieldsProps {
  choice: AmountChoice;
  onChange: (choice: AmountChoice) => void;
}

export function LayerFields({ choice, onChange }: LayerFieldsProps) {
  const { rounding, atLeast, atMost } = choice;
  const round = (way: AmountRounding['way'] | 'none') =>
    onChange({ ...choice, rounding: way === 'none' ? null : { way, places: rounding?.places ?? 0 } });
  return (
    <>
      <Factors factors={choice.factors} onChange={(factors) => onChange({ ...choice, factors })} />
      <div className={HALF}>
        <Field label="Rounded" required>
          <Select options={WAYS} value={rounding?.way ?? 'none'} onChange={round} />
        </Field>
      </div>
      <div className={HALF}>
        <Field label="Rounded to" required>
          <Select
            options={PLACES}
            disabled={rounding === null}
            value={String(rounding?.places ?? 0)}
            onChange={(places) => rounding && onChange({ ...choice, rounding: { ...rounding, places: Number(places) } })}
          />
        </Field>
      </div>
      <div className={HALF}>
        <NumberField
          label="At least, per event"
          required={false}
          value={atLeast ?? ''}
          onChange={(text) => onChange({ ...choice, atLeast: text || null })}
        />
      </div>
      <div className={HALF}>
        <NumberField
          label="At most, per event"
          required={false}
          value={atMost ?? ''}
          onChange={(text) => onChange({ ...choice, atMost: text || null })}
        />
      </div>
    </>
  );
}

const NEW_CONDITION: AmountFactor = { kind: 'condition', condition: 'now.getDayOfWeek(program.timezone) in [6, 0]', factor: '2' };

function Factors({ factors, onChange }: { factors: readonly AmountFactor[]; onChange: (factors: readonly AmountFactor[]) => void }) {
  const [tier] = useRuleFindings().vocabulary.tiers;
  const newTier: AmountFactor = {
    kind: 'tier',
    whose: 'participant',
    tier: tier?.name ?? 'tier',
    levels: [{ level: '', factor: '2' }],
  };
  return (
    <div className={`${WHOLE} flex flex-col gap-3`}>
      {factors.map((factor, index) => (
        <fieldset key={index} className="border-line flex flex-col gap-3 border-l-2 pl-3">
          <legend className="sr-only">Factor {index + 1}</legend>
          <FactorFields factor={factor} onChange={(next) => onChange(factors.map((other, at) => (at === index ? next : other)))} />
          <Button variant="quiet" size="small" className="self-start" onClick={() => onChange(factors.filter((_, at) => at !== index))}>
            <Trash2 aria-hidden /> Remove factor
          </Button>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onChange([...factors, newTier])}>
          <Plus aria-hidden /> Multiply by tier
        </Button>
        <Button size="small" onClick={() => onChange([...factors, NEW_CONDITION])}>
          <Plus aria-hidden /> Multiply when…
        </Button>
      </div>
    </div>
  );
}

const WHOSE = [
  { value: 'participant', label: 'The participant' },
  { value: 'recipient', label: 'The recipient' },
] as const;

function FactorFields({ factor, onChange }: { factor: AmountFactor; onChange: (factor: AmountFactor) => void }) {
  const list = useId();
  const { vocabulary } = useRuleFindings();
  if (factor.kind === 'condition') {
    return (
      <>
        <NumberField label="Times" value={factor.factor} onChange={(times) => onChange({ ...factor, factor: times })} />
        <div className="flex flex-col gap-1">
          <p className="text-ink-soft text-xs font-medium">When</p>
          <ConditionBlocks
            label="When"
            value={factor.condition}
            faults={NO_FINDINGS}
            vocabulary={vocabulary}
            onChange={(condition) => onChange({ ...factor, condition })}
          />
          <p className="text-ink-soft text-xs">Otherwise the amount stays as it is.</p>
        </div>
      </>
    );
  }
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Tier" required>
          <Input
            spellCheck={false}
            autoComplete="off"
            list={list}
            value={factor.tier}
            onChange={({ target }) => onChange({ ...factor, tier: target.value })}
          />
        </Field>
        <Field label="Whose level" required>
          <Select options={WHOSE} value={factor.whose} onChange={(whose) => onChange({ ...factor, whose })} />
        </Field>
      </div>
      <datalist id={list}>
        {vocabulary.tiers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Rows
        noun="level"
        rows={factor.levels.map(({ level, factor: times }) => ({ level, factor: times }))}
        columns={[
          { name: 'level', label: 'Level', isNumber: false },
          { name: 'factor', label: 'Times', isNumber: true },
        ]}
        empty={{ level: '', factor: '' }}
        onChange={(levels) => onChange({ ...factor, levels })}
      />
    </>
  );
}
