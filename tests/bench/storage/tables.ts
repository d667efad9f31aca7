/** Splits what was written by table, largest growth first. */
import type { Size } from './sizes';
import { NOTHING_WRITTEN, type Logged, type Rows } from './writing';

export interface TableCosts extends Rows, Logged {
  readonly name: string;
  readonly table_bytes: number;
  readonly index_bytes: number;
}

interface Written {
  readonly rows: ReadonlyMap<string, Rows>;
  readonly logged: ReadonlyMap<string, Logged>;
  readonly growth: ReadonlyMap<string, Size>;
}

/** The costs of each table for one of `count` equal pieces of work. */
export function costsOfTables({ rows, logged, growth }: Written, count: number): TableCosts[] {
  const names = new Set([...rows.keys(), ...logged.keys(), ...growth.keys()]);
  return [...names]
    .map((name) => {
      const { table, indexes } = growth.get(name) ?? { table: 0, indexes: 0 };
      const written = { ...NOTHING_WRITTEN, ...rows.get(name), ...logged.get(name), table_bytes: table, index_bytes: indexes };
      return { name, ...each(written, (total) => total / count) };
    })
    .sort((a, b) => b.table_bytes + b.index_bytes - a.table_bytes - a.index_bytes || b.wal_bytes - a.wal_bytes);
}

const each = <Key extends string>(numbers: Record<Key, number>, change: (value: number) => number): Record<Key, number> =>
  Object.fromEntries(Object.entries<number>(numbers).map(([key, value]) => [key, change(value)])) as Record<Key, number>;

const COLUMNS = [
  ['rows', ({ inserted }) => inserted],
  ['new versions', ({ updated }) => updated],
  ['of them HOT', ({ hot }) => hot],
  ['deleted', ({ deleted }) => deleted],
  ['index entries', ({ index_entries }) => index_entries],
  ['WAL bytes', ({ wal_bytes }) => wal_bytes],
  ['table bytes', ({ table_bytes }) => table_bytes],
  ['index bytes', ({ index_bytes }) => index_bytes],
] as const satisfies readonly (readonly [string, (costs: TableCosts) => number])[];

/** The first tables as lines of text; the last line sums up the others. */
export function linesOfTables(costs: readonly TableCosts[], most: number): string[] {
  const others = costs.slice(most);
  const shown = [...costs.slice(0, most).map((one) => [one.name, ...COLUMNS.map(([, of]) => cell(of(one)))])];
  if (others.length > 0) shown.push(['all others', ...COLUMNS.map(([, of]) => cell(others.reduce((sum, one) => sum + of(one), 0)))]);
  const rows = [['', ...COLUMNS.map(([title]) => title)], ...shown];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => row.map((text, column) => (column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!))).join('  '));
}

const cell = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));
