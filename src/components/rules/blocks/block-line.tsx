/** One line of a condition: what it reads, how it is compared, and with what. */
'use client';
import { ChevronDown } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { OPERATORS, type LineBlock, type BlockTerm } from '@/domain/rules/blocks/block';
import { replaceBlock, type BlockPath } from '@/domain/rules/blocks/edit-blocks';
import { timeSinceLine, timeSinceOf } from '@/domain/rules/blocks/time-since';
import { celOfTerm } from '@/domain/rules/blocks/write-cel';
import { termWords } from '@/domain/rules/sentence/condition-words';
import { useBlockEditing } from './block-editing';
import type { BlockScope } from './block-scope';
import { BlockPicker } from './block-picker';
import { operatorsOf, operatorWords, valueKindOf, withOperator } from './line-parts';
import { suggestionsFor } from './suggestions';
import { DaysInput, ValueInput, ValuesInput } from './value-input';

export function BlockLine({ block, path, scope }: { block: LineBlock; path: BlockPath; scope: BlockScope }) {
  const { vocabulary, replace, edit } = useBlockEditing();
  const kind = valueKindOf(block, vocabulary, scope.lists);
  const cycle = cycleOf(block);
  const since = timeSinceOf(block);
  const name = fieldName(cycle?.counter ?? since?.of ?? block.field, scope);
  const suggestions = suggestionsFor(block, vocabulary, scope.lists);
  const change = (values: readonly BlockTerm[]) => replace(path, { ...block, values });
  const [value] = block.values;
  const { form } = OPERATORS[block.operator];
  return (
    <>
      <BlockPicker
        item={scope.item}
        onChoose={(chosen) => edit((source) => replaceBlock(source, path, chosen), path)}
        trigger={
          <Button variant="secondary" className="max-w-full min-w-0 shrink" aria-label={`Field: ${name}. Choose another`}>
            <span className="truncate">{name}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
      />
      {cycle ? (
        <>
          <span className="text-ink-soft">{cycle.isNext ? ', this time included, is a multiple of' : 'is a multiple of'}</span>
          <ValueInput
            label={`How many times, for ${name}`}
            kind="number"
            value={cycle.every}
            onChange={(every) => replace(path, { ...block, field: { ...cycle.field, right: every } })}
          />
        </>
      ) : since ? (
        <>
          <Select
            aria-label={`How ${name} is compared`}
            className="w-auto shrink-0"
            options={SINCE_OPTIONS}
            value={block.operator === 'under' ? 'under' : 'at_least'}
            onChange={(operator) => replace(path, timeSinceLine(since, operator))}
          />
          <span className="inline-flex items-center gap-2">
            <DaysInput
              label={`Days since ${name}`}
              days={since.days}
              onChange={(days) => change(timeSinceLine({ ...since, days }).values)}
            />
            <span className="text-ink-soft">{since.days === 1 ? 'day' : 'days'} ago</span>
          </span>
        </>
      ) : (
        <>
          <Select
            aria-label={`How ${name} is compared`}
            className="w-auto shrink-0"
            options={operatorsOf(block, kind).map((operator) => ({ value: operator, label: operatorWords(operator, kind) }))}
            value={block.operator}
            onChange={(operator) => replace(path, withOperator(block, operator, kind))}
          />
          {form === 'one_of' ? (
            <ValuesInput label={`Values of ${name}`} kind={kind} values={block.values} suggestions={suggestions} onChange={change} />
          ) : form === 'anniversary' ? null : (
            value && (
              <ValueInput
                label={`Value of ${name}`}
                kind={kind}
                value={value}
                suggestions={suggestions}
                onChange={(next) => change([next])}
              />
            )
          )}
        </>
      )}
    </>
  );
}

const SINCE_OPTIONS: readonly { value: 'under' | 'at_least'; label: string }[] = [
  { value: 'under', label: 'is less than' },
  { value: 'at_least', label: 'is at least' },
];

const TIME_NAMES: Readonly<Record<string, string>> = {
  getDayOfWeek: 'day of the week',
  getHours: 'time of day',
  getMonth: 'month',
  getDate: 'day of the month',
};

/** A field as its button names it; the time is told in the zone of the program, or the name says otherwise. */
function fieldName(field: BlockTerm, { variables }: BlockScope): string {
  const isProgramTime = field.kind === 'call' && field.args.length === 1 && celOfTerm(field.args[0] ?? field) === 'program.timezone';
  const time = isProgramTime ? TIME_NAMES[field.name] : undefined;
  return time ?? termWords(celOfTerm(field), variables).replace(/^the /, '');
}

interface Cycle {
  readonly field: Extract<BlockTerm, { kind: 'arithmetic' }>;
  readonly counter: BlockTerm;
  /** Whether the present event counts already. */
  readonly isNext: boolean;
  readonly every: BlockTerm;
}

/** A line such as `(participant.counters.visits + 1) % 5 == 0`: each fifth time. */
function cycleOf({ field, operator, values: [value] }: LineBlock): Cycle | null {
  if (operator !== 'is' || value?.kind !== 'number' || Number(value.text) !== 0) return null;
  if (field.kind !== 'arithmetic' || field.operator !== '%' || field.right.kind !== 'number') return null;
  const { left } = field;
  const isNext = left.kind === 'arithmetic' && left.operator === '+' && left.right.kind === 'number' && Number(left.right.text) === 1;
  return { field, counter: isNext ? left.left : left, isNext, every: field.right };
}
