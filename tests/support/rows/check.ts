/** Compares the rows that the code declares for its statements with what Postgres says of them. */
import type { DeclaredColumn, DeclaredRow } from './declared';
import type { DescribedColumn, Describer } from './described';
import { kindsOf } from './kinds';
import type { Send, Sent } from './sends';

export interface Findings {
  /** What the code declares and is not so. */
  readonly lies: readonly Lie[];
  /** Calls whose statements are not all checked, with the reason. */
  readonly unchecked: ReadonlyMap<string, string>;
}

export interface Lie {
  /** `path:line` of the call that declares the row. */
  readonly place: string;
  readonly column: string;
  readonly declared: string;
  readonly lie: string;
}

export async function check(sends: readonly Send[], describer: Describer): Promise<Findings> {
  const unchecked = new Map<string, string>();
  const rows = new Map<string, DescribedRow>();
  const cursors = cursorsOf(sends);
  for (const { place, statements, untold } of sends) {
    if (untold.length > 0) unchecked.set(place, `cannot tell ${untold.join(', ')}`);
    const returning = statements.flatMap((sent) => fetched(sent, cursors));
    if (returning.length < statements.length) unchecked.set(place, 'cannot tell what its cursor was declared for');
    for (const { text, row } of returning) {
      try {
        const columns = await describer.describe(text);
        if (row) rows.set(row.place, { row, described: [...(rows.get(row.place)?.described ?? []), columns] });
      } catch (error) {
        unchecked.set(place, `${(error as Error).message} in ${text.trim().replace(/\s+/g, ' ')}`);
      }
    }
  }
  return { lies: [...rows.values()].flatMap(liesIn), unchecked };
}

/** A row with what Postgres says of it, by statement that returns it. */
interface DescribedRow {
  readonly row: DeclaredRow;
  readonly described: readonly (readonly DescribedColumn[])[];
}

/** The statements behind each cursor. */
function cursorsOf(sends: readonly Send[]): ReadonlyMap<string, readonly string[]> {
  const declared = sends.flatMap(({ statements }) => statements.flatMap(({ text }) => /\bDECLARE (\w+)[^]*? FOR\b([^]*)/.exec(text) ?? []));
  const pairs = Array.from({ length: declared.length / 3 }, (_, index) => declared.slice(3 * index, 3 * index + 3));
  const byName = Map.groupBy(pairs, ([, name]) => name!);
  return new Map([...byName].map(([name, own]) => [name, own.map(([, , text]) => text!)]));
}

/** What is fetched from a cursor is what its statement returns. */
function fetched({ text, row }: Sent, cursors: ReadonlyMap<string, readonly string[]>): Sent[] {
  const cursor = /^\s*FETCH .* FROM (\w+)$/.exec(text);
  if (!cursor) return [{ text, row }];
  return (cursors.get(cursor[1]!) ?? []).map((statement) => ({ text: statement, row }));
}

function liesIn({ row, described }: DescribedRow): Lie[] {
  return [...row.columns].flatMap(([name, declared]) => {
    const columns = described.map((one) => one.find((column) => column.name === name));
    return [...new Set(liesAbout(declared, columns))].map((lie) => ({ place: row.place, column: name, declared: declared.shown, lie }));
  });
}

function liesAbout(declared: DeclaredColumn, columns: readonly (DescribedColumn | undefined)[]): string[] {
  const returned = columns.filter((column) => column !== undefined);
  if (returned.length < columns.length && !declared.optional) return ['is not in the row'];
  const wrong = returned.filter(({ type }) => !fits(declared, type));
  if (wrong.length > 0) return wrong.map(({ type, typeName }) => `is ${kindsOf(type).join(' or ')} (${typeName})`);
  if (!declared.nullable && returned.some(({ nullable }) => nullable === true)) return ['may be null'];
  const isLoose = declared.nullable && declared.kinds !== null && returned.every(({ nullable }) => nullable === false);
  return isLoose && returned.length > 0 ? ['is never null'] : [];
}

function fits({ kinds }: DeclaredColumn, type: number): boolean {
  if (kinds === null) return true;
  const isList = [...kinds].some((kind) => kind.endsWith('[]'));
  return kindsOf(type).some((kind) => kinds.has(kind) || (kind.endsWith('[]') && kinds.has('any[]')) || (kind === 'any[]' && isList));
}
