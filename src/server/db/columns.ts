/**
 * Inserts many rows with one statement, which has an array for each column. The name, the type and the value of a column are written together,
 * and the columns are those of a model of schema.prisma: one that is missing, or null where it may not be, does not compile.
 */
import type { Prisma } from './generated/client';

/** How a value is sent: amounts and JSON as text. */
type Sent<Value> = Value extends null | string | number | boolean | Date
  ? Value
  : Value extends Uint8Array
    ? Uint8Array
    : Value extends bigint
      ? number
      : Value extends Prisma.Decimal | object
        ? string
        : never;

/** The columns of `Model` with their values for an item, but for `Others`: those that every row has in common, or that the database fills. */
export type Columns<Model, Item, Others extends keyof Model = never> = {
  readonly [Name in Exclude<keyof Model, Others>]: readonly [type: string, valueOf: (item: Item) => Sent<Model[Name]>];
};

type AnyColumns<Item> = Readonly<Record<string, readonly [type: string, valueOf: (item: Item) => unknown]>>;

/** The names of the columns, for the list of an INSERT. */
export const namesOf = (columns: AnyColumns<never>): string => Object.keys(columns).join(', ');

/** The rows, from parameters of which the first has the number `first`. */
export const rowsOf = (columns: AnyColumns<never>, first: number): string =>
  `unnest(${Object.values(columns)
    .map(([type], index) => `$${first + index}::${type}[]`)
    .join(', ')})`;

/** The values of those parameters. */
export const arraysOf = <Item>(columns: AnyColumns<Item>, items: readonly Item[]): unknown[][] =>
  Object.values(columns).map(([, valueOf]) => items.map(valueOf));
