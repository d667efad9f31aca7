/** Describes what a rule can contain: its roots, its functions, and the program's known keys. */
import type { JsonType } from '@/domain/rules/shapes/tally';

export const RULE_ROOT_NAMES = ['event', 'participant', 'recipient', 'program', 'groups', 'codes', 'now'] as const;

export type RuleRoot = (typeof RULE_ROOT_NAMES)[number];

export interface FunctionHelp {
  readonly name: string;
  readonly about: string;
  /** What it is called on: any value, as in `event.name.startsWith("a")`, or a namespace. */
  readonly on?: 'value' | 'math';
}

/** The functions commonly used in rules; the API knows all of them. */
export const RULE_FUNCTIONS: readonly FunctionHelp[] = [
  { name: 'has', about: 'whether a field is present' },
  { name: 'size', about: 'length of a string, list or map' },
  { name: 'decimal', about: 'the exact number in a text' },
  { name: 'int', about: 'a whole number' },
  { name: 'double', about: 'a floating-point number' },
  { name: 'string', about: 'a string' },
  { name: 'timestamp', about: 'an instant' },
  { name: 'duration', about: 'a duration' },
  { name: 'startsWith', about: 'whether a text starts with another', on: 'value' },
  { name: 'endsWith', about: 'whether a text ends with another', on: 'value' },
  { name: 'contains', about: 'whether a text contains another', on: 'value' },
  { name: 'matches', about: 'whether a text matches a pattern', on: 'value' },
  { name: 'lowerAscii', about: 'in lowercase', on: 'value' },
  { name: 'exists', about: 'whether the test holds for any item', on: 'value' },
  { name: 'all', about: 'whether the test holds for each item', on: 'value' },
  { name: 'filter', about: 'the items for which the test holds', on: 'value' },
  { name: 'map', about: 'what each item gives', on: 'value' },
  { name: 'getDayOfWeek', about: '0 is Sunday, in UTC', on: 'value' },
  { name: 'date', about: 'the day as a text such as 2026-03-01, in a time zone' },
  { name: 'isAnniversary', about: 'whether a day is celebrated at a time, in a time zone' },
  { name: 'getHours', about: 'hour of the day in UTC', on: 'value' },
  { name: 'greatest', about: 'the largest number', on: 'math' },
  { name: 'least', about: 'the smallest number', on: 'math' },
];

/** A known name below a path. */
export interface KnownName {
  readonly name: string;
  /** Its type, or how often it is present. */
  readonly about: string;
  /** Of a field of events. */
  readonly type?: JsonType;
  /** The share of events that have the field. */
  readonly presence?: number;
}

/** What the editor can suggest for one program. */
export interface ProgramVocabulary {
  /** The readable roots; absent: every root. */
  readonly roots?: readonly RuleRoot[];
  /** Paths of observed event fields without `event.`; lists end in `[]`, as in `commits[]`. */
  readonly eventFields: readonly KnownName[];
  /** Symbols of the linked assets. */
  readonly assets: readonly KnownName[];
  readonly counters: readonly KnownName[];
  readonly attributes: readonly KnownName[];
  readonly tiers: readonly KnownName[];
  /** Absent until they are loaded. */
  readonly seen?: { readonly events: SeenSample; readonly participants: SeenSample };
}

export const NO_VOCABULARY: ProgramVocabulary = { eventFields: [], assets: [], counters: [], attributes: [], tiers: [] };

/** Values that a field had, in the latest events or participants. */
export interface SeenSample {
  readonly sampleSize: number;
  /** By path: those of events, or `tags[]` and `attributes.city`. */
  readonly values: ReadonlyMap<string, readonly { readonly value: string | number | boolean; readonly count: number }[]>;
}

const STATE: readonly KnownName[] = [
  { name: 'id', about: 'text' },
  { name: 'tags', about: 'list' },
  { name: 'attributes', about: 'map' },
  { name: 'counters', about: 'map' },
  { name: 'tiers', about: 'map' },
];
const PROGRAM: readonly KnownName[] = [...STATE, { name: 'timezone', about: 'text' }];
const PERSON: readonly KnownName[] = [
  ...STATE,
  { name: 'external_id', about: 'text' },
  { name: 'enrolled_at', about: 'instant' },
  { name: 'balances', about: 'map' },
];
const BUCKETS: readonly KnownName[] = ['available', 'held', 'deferred'].map((name) => ({ name, about: 'number' }));
const TIER: readonly KnownName[] = [
  { name: 'level', about: 'text' },
  { name: 'rank', about: 'number' },
];

/** The names that may follow `path`, such as `participant.balances`; empty when unknown. */
export function membersOf(path: readonly string[], known: ProgramVocabulary): readonly KnownName[] {
  const [root, ...rest] = path;
  if (root === 'event') return fieldsBelow(rest, known.eventFields);
  if (root !== 'participant' && root !== 'recipient' && root !== 'program') return [];
  const [part, ...deeper] = rest;
  if (part === undefined) return root === 'program' ? PROGRAM : PERSON;
  if (part === 'balances' && root !== 'program') return deeper.length === 0 ? known.assets : deeper.length === 1 ? BUCKETS : [];
  if (part === 'tiers') return deeper.length === 0 ? known.tiers : deeper.length === 1 ? TIER : [];
  if (deeper.length > 0) return [];
  return part === 'counters' ? known.counters : part === 'attributes' ? known.attributes : [];
}

/** The distinct next names of observed paths below `path`. */
function fieldsBelow(path: readonly string[], fields: readonly KnownName[]): readonly KnownName[] {
  const prefix = path.map((part) => `${part}.`).join('');
  const found = new Map<string, KnownName>();
  for (const { name, about } of fields) {
    if (!name.startsWith(prefix)) continue;
    const [next = '', ...below] = name.slice(prefix.length).split('.');
    const plain = next.replace(/(\[\])+$/, '');
    if (!/^[_a-zA-Z]\w*$/.test(plain) || found.has(plain)) continue;
    found.set(plain, { name: plain, about: below.length > 0 && next === plain ? 'map' : about });
  }
  return [...found.values()];
}
