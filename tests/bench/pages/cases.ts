/**
 * Derives every call to measure from the input schemas of the reading procedures: required fields only, in each
 * sort order, and with each filter by itself. A procedure whose required fields have no sample is reported, so
 * that a new list is either measured or listed as missed.
 */
import { appRouter } from '@/server/api/root';
import type { Samples } from './samples';

export interface Case {
  readonly procedure: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether the list is paginated. */
  readonly paged: boolean;
}

/** Not for members of a LIVE organization, not answered by the database, or files streamed as long as they are read. */
const ELSEWHERE = [
  'organizations.list',
  'organizations.get',
  ...[
    'challengeCompletions',
    'codes',
    'events',
    'journalEntries',
    'leaderboardRanks',
    'ledger',
    'notices',
    'participants',
    'redemptions',
    'referrals',
  ].map((file) => `exports.${file}`),
  'fulfillmentAccounts.products',
  'sandbox.move',
];
/** Fields that are not filters: sent with every call, or shaping the answer. */
const NOT_FILTERS = [
  'limit',
  'cursor',
  'sort_by',
  'sort_dir',
  'format',
  'to',
  'event_to',
  'sample_limit',
  'items_per_kind',
  'actions',
  'state',
  'configuration',
  'guard_condition',
];

interface Field {
  readonly name: string;
  readonly required: boolean;
  /** Its allowed values; empty where any can be sent. */
  readonly choices: readonly unknown[];
}

interface Definition {
  readonly type: string;
  readonly innerType?: Schema;
  readonly entries?: Readonly<Record<string, string>>;
}
interface Schema {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly _zod: { readonly def: Definition };
}

interface Procedure {
  readonly _def: { readonly type: string; readonly inputs?: readonly Schema[] };
}

export interface Cases {
  readonly cases: readonly Case[];
  /** Procedures without a sample for a required field. */
  readonly missed: readonly string[];
}

export function casesOf(samples: Samples): Cases {
  const procedures = Object.entries(appRouter._def.procedures as unknown as Readonly<Record<string, Procedure>>);
  const cases: Case[] = [];
  const missed: string[] = [];
  for (const [procedure, { _def }] of procedures) {
    if (_def.type !== 'query' || ELSEWHERE.includes(procedure)) continue;
    const fields = fieldsOf(_def.inputs?.[0]);
    const bases = basesOf(procedure, fields, samples);
    if (bases.length === 0) missed.push(procedure);
    for (const base of bases) cases.push(...variantsOf(procedure, fields, base, samples));
  }
  return { cases, missed };
}

function fieldsOf(schema: Schema | undefined): Field[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { def } = field._zod;
    const required = def.type !== 'optional' && def.type !== 'default';
    return { name, required, choices: choicesOf(field) };
  });
}

function choicesOf({ _zod: { def } }: Schema): readonly unknown[] {
  if (def.innerType) return choicesOf(def.innerType);
  if (def.entries) return Object.values(def.entries);
  return def.type === 'boolean' ? [true] : [];
}

/** Samples for a field, by its most specific name. */
function valuesOf(procedure: string, { name, choices }: Field, samples: Samples): readonly unknown[] {
  if (choices.length > 0) return choices;
  const parts = procedure.split('.');
  const names = [`${procedure}.${name}`, `${parts.slice(0, 2).join('.')}.${name}`, `${parts[0]}.${name}`, `${parts.at(-1)}.${name}`, name];
  const known = names.find((key) => samples[key] !== undefined);
  return known === undefined ? [] : samples[known]!;
}

/** Inputs with required fields only: one per sample of the first field, which names the record. */
function basesOf(procedure: string, fields: readonly Field[], samples: Samples): Record<string, unknown>[] {
  const required = fields.filter((field) => field.required);
  const values = required.map((field) => [field.name, valuesOf(procedure, field, samples)] as const);
  if (values.some(([, known]) => known.length === 0)) return [];
  const [first, ...others] = values;
  const rest = Object.fromEntries(others.map(([name, known]) => [name, known[0]]));
  return first ? first[1].map((value) => ({ [first[0]]: value, ...rest })) : [{}];
}

function variantsOf(procedure: string, fields: readonly Field[], base: Record<string, unknown>, samples: Samples): Case[] {
  const paged = fields.some(({ name }) => name === 'cursor');
  const filters = fields.filter(({ name, required }) => !required && !NOT_FILTERS.includes(name));
  const narrowed = filters.flatMap((field) => valuesOf(procedure, field, samples).map((value) => ({ ...base, [field.name]: value })));
  const orders = ordersOf(fields);
  const ordered = (input: Record<string, unknown>, order: Record<string, unknown>): Case => ({
    procedure,
    input: { ...input, ...order },
    paged,
  });
  return [...orders.map((order) => ordered(base, order)), ...narrowed.map((input) => ordered(input, orders[0]!))];
}

function ordersOf(fields: readonly Field[]): Record<string, unknown>[] {
  const columns = fields.find(({ name }) => name === 'sort_by')?.choices ?? [];
  return columns.length === 0
    ? [{}]
    : columns.flatMap((sort_by) => [
        { sort_by, sort_dir: 'desc' },
        { sort_by, sort_dir: 'asc' },
      ]);
}
