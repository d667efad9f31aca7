/** Chooses what an amount is computed from: a field of the event, or a sum or number of the items of a list. */
'use client';
import { useMemo } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Switch } from '@/components/ui/switch';
import type { AmountOf } from '@/domain/rules/amounts/choice';
import { ITEM } from '@/domain/rules/amounts/write';
import { ALWAYS } from '@/domain/rules/blocks/edit-blocks';
import { ConditionBlocks } from '../blocks/condition-blocks';
import { NO_FINDINGS, useRuleFindings } from '../cel/rule-findings';
import { HALF, WHOLE } from '../action-text';
import { PathField } from '../path-field';

const KINDS = [
  { value: 'field', label: 'A field of the event' },
  { value: 'sum', label: 'The sum over items' },
  { value: 'count', label: 'The number of items' },
] as const;

function inKind(of: AmountOf, kind: AmountOf['kind']): AmountOf {
  const { mayBeAbsent } = of;
  if (kind === 'field') return { kind, path: ['amount'], mayBeAbsent };
  const { list, where } = of.kind === 'field' ? { list: ['items'], where: null } : of;
  if (kind === 'count') return { kind, list, where, mayBeAbsent };
  return { kind, list, item: where?.item ?? ITEM, of: ['price', 'qty'], where, mayBeAbsent };
}

export function AmountOfFields({ of, onChange }: { of: AmountOf; onChange: (of: AmountOf) => void }) {
  return (
    <>
      <div className={HALF}>
        <Field label="Of" required>
          <Select options={KINDS} value={of.kind} onChange={(kind) => onChange(inKind(of, kind))} />
        </Field>
      </div>
      <div className={HALF}>
        {of.kind === 'field' ? (
          <PathField label="Field" type="number" path={of.path} onChange={(path) => onChange({ ...of, path })} />
        ) : (
          <PathField label="List" type="array" path={of.list} onChange={(list) => onChange({ ...of, list })} />
        )}
      </div>
      {of.kind === 'sum' && (
        <div className={HALF}>
          <Field label="Of each item" required hint="Fields of an item; several are multiplied.">
            <Input
              spellCheck={false}
              value={of.of.join(' × ')}
              onChange={({ target }) => onChange({ ...of, of: target.value.split(/\s*[×*]\s*/) })}
            />
          </Field>
        </div>
      )}
      {of.kind !== 'field' && (
        <div className={`${WHOLE} flex flex-col gap-1`}>
          <p className="text-ink-soft text-xs font-medium">Only items where · optional</p>
          <ItemCondition of={of} onChange={onChange} />
        </div>
      )}
      <div className={WHOLE}>
        <Switch
          label="Counts as 0 where it is missing"
          hint="Otherwise an event without it fails."
          checked={of.mayBeAbsent}
          onChange={(mayBeAbsent) => onChange({ ...of, mayBeAbsent })}
        />
      </div>
    </>
  );
}

type OfItems = Exclude<AmountOf, { kind: 'field' }>;

function ItemCondition({ of, onChange }: { of: OfItems; onChange: (of: OfItems) => void }) {
  const { vocabulary } = useRuleFindings();
  const list = of.list.join('.');
  const variable = of.where?.item ?? (of.kind === 'sum' ? of.item : ITEM);
  const item = useMemo(() => ({ variable, list }), [variable, list]);
  return (
    <ConditionBlocks
      label="Only items where"
      item={item}
      value={of.where?.condition ?? ''}
      faults={NO_FINDINGS}
      vocabulary={vocabulary}
      onChange={(condition) => onChange({ ...of, where: condition === ALWAYS ? null : { item: variable, condition } })}
    />
  );
}
