/** What a line offers: its operators by what it reads, in words, and the value that a new operator begins with. */
import { OPERATORS, type LineBlock, type Operator, type BlockTerm } from '@/domain/rules/blocks/block';
import type { ProgramVocabulary } from '../cel/vocabulary';

/** How the values of a line are entered. */
export type ValueKind = 'text' | 'number' | 'flag' | 'weekday' | 'hour' | 'month' | 'day' | 'list' | 'any';

const TIME_PARTS: Readonly<Record<string, ValueKind>> = { getDayOfWeek: 'weekday', getHours: 'hour', getMonth: 'month', getDate: 'number' };
const NUMBERS: ReadonlySet<string> = new Set(['size', 'sum', 'min', 'max', 'int', 'double', 'decimal']);

/** @param items the list that each variable around the line goes through, as `items`. */
export function valueKindOf(line: LineBlock, known: ProgramVocabulary, items: ReadonlyMap<string, string>): ValueKind {
  const { field } = line;
  if (field.kind === 'arithmetic') return 'number';
  if (field.kind === 'call') return field.name === 'date' ? 'day' : NUMBERS.has(field.name) ? 'number' : (TIME_PARTS[field.name] ?? 'any');
  if (field.kind !== 'field') return kindOfValue(line.values[0]);
  const names = field.steps.map((step) => ('name' in step ? step.name : 'key' in step ? step.key : '[]'));
  const [first] = names;
  if (first === 'counters' || first === 'balances' || names.at(-1) === 'rank') return 'number';
  if (first === 'tags') return 'list';
  const list = items.get(field.root);
  const path = field.root === 'event' ? names.join('.') : list === undefined ? null : `${list}[].${names.join('.')}`;
  const type = known.eventFields.find(({ name }) => name === path)?.type;
  const seen: ValueKind | null =
    type === 'string' ? 'text' : type === 'number' ? 'number' : type === 'boolean' ? 'flag' : type === 'array' ? 'list' : null;
  return seen ?? (OPERATORS[line.operator].form === 'flag' ? 'flag' : kindOfValue(line.values[0]));
}

const kindOfValue = (value: BlockTerm | undefined): ValueKind =>
  value?.kind === 'text' ? 'text' : value?.kind === 'number' ? 'number' : value?.kind === 'flag' ? 'flag' : 'any';

const OF_TEXT: readonly Operator[] = [
  'is',
  'is_not',
  'one_of',
  'none_of',
  'contains',
  'contains_not',
  'starts_with',
  'starts_not_with',
  'ends_with',
  'ends_not_with',
  'matches',
  'matches_not',
];
const OF_ORDER: readonly Operator[] = ['is', 'is_not', 'over', 'at_least', 'under', 'at_most'];
const BY_KIND: Readonly<Record<ValueKind, readonly Operator[]>> = {
  text: OF_TEXT,
  number: [...OF_ORDER, 'one_of', 'none_of'],
  flag: ['holds', 'holds_not'],
  weekday: ['one_of', 'none_of'],
  month: ['is', 'is_not', 'one_of', 'none_of'],
  hour: ['at_least', 'under'],
  day: OF_ORDER,
  list: ['includes', 'excludes'],
  any: [...OF_ORDER, ...OF_TEXT.slice(2), 'holds', 'holds_not'],
};

/** The operators to choose from, always with the line's own. */
export function operatorsOf(line: LineBlock, kind: ValueKind): readonly Operator[] {
  const asksWhether = line.field.kind === 'field' && 'name' in (line.field.steps.at(-1) ?? {}) && line.field.root !== 'now';
  const fitting = [...BY_KIND[kind], ...(asksWhether ? (['present', 'missing'] as const) : [])];
  return fitting.includes(line.operator) ? fitting : [line.operator, ...fitting];
}

const WORDS: Readonly<Record<Operator, string>> = {
  is: 'is',
  is_not: 'is not',
  over: 'is over',
  at_least: 'is at least',
  under: 'is under',
  at_most: 'is at most',
  one_of: 'is one of',
  none_of: 'is none of',
  includes: 'include',
  excludes: 'do not include',
  contains: 'contains',
  contains_not: 'does not contain',
  starts_with: 'starts with',
  starts_not_with: 'does not start with',
  ends_with: 'ends with',
  ends_not_with: 'does not end with',
  matches: 'matches the pattern',
  matches_not: 'does not match the pattern',
  present: 'is there',
  missing: 'is missing',
  holds: 'is true',
  holds_not: 'is not true',
  anniversary: 'is celebrated today',
  no_anniversary: 'is not celebrated today',
};
const TIME_WORDS: Partial<Record<Operator, string>> = {
  over: 'is after',
  at_least: 'is on or after',
  under: 'is before',
  at_most: 'is on or before',
};
const HOUR_WORDS: Partial<Record<Operator, string>> = { at_least: 'is from', under: 'is before' };

export const operatorWords = (operator: Operator, kind: ValueKind): string =>
  (kind === 'day' ? TIME_WORDS[operator] : kind === 'hour' ? HOUR_WORDS[operator] : undefined) ?? WORDS[operator];

const FIRST: Readonly<Record<ValueKind, BlockTerm>> = {
  text: { kind: 'text', value: '' },
  number: { kind: 'number', text: '0' },
  flag: { kind: 'flag', value: true },
  weekday: { kind: 'number', text: '1' },
  hour: { kind: 'number', text: '18' },
  month: { kind: 'number', text: '0' },
  day: { kind: 'text', value: '' },
  list: { kind: 'text', value: '' },
  any: { kind: 'text', value: '' },
};

export const firstValue = (kind: ValueKind): BlockTerm => FIRST[kind];

/** The line with another operator; values that it still has a use for are kept. */
export function withOperator(line: LineBlock, operator: Operator, kind: ValueKind): LineBlock {
  const { form } = OPERATORS[operator];
  const [first = firstValue(kind)] = line.values;
  const values =
    form === 'presence' || form === 'flag'
      ? []
      : form === 'one_of'
        ? line.values.length > 0
          ? line.values
          : [first]
        : form === 'anniversary'
          ? line.values
          : [first];
  // A line that asks whether its field is there needs no guard for it.
  const steps = line.field.kind === 'field' ? line.field.steps.length : 0;
  const guards = form === 'presence' ? line.guards.filter((length) => length < steps) : line.guards;
  return { ...line, guards, operator, values };
}
