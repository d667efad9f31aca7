/** Tells which columns the statements that insert rows leave to be null: those that they do not name and that have no default. */
import type pg from 'pg';
import type { Send } from './sends';

interface Column {
  readonly table: string;
  readonly name: string;
}

/** @returns the columns by `path table` of the statement, in alphabetical order. */
export async function leftToBeNull(sends: readonly Send[], client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<Column>(`
    SELECT c.relname AS table, a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
      AND NOT a.atthasdef AND a.attidentity = '' ORDER BY a.attname`);
  const columns = Map.groupBy(rows, ({ table }) => table);
  const left = new Map<string, Set<string>>();
  for (const { place, statements } of sends) {
    for (const { table, named } of statements.flatMap(({ text }) => insertsIn(text))) {
      const missing = (columns.get(table) ?? []).filter(({ name }) => !named.includes(name));
      const key = `${place.replace(/:\d+$/, '')} ${table}`;
      if (missing.length > 0) left.set(key, new Set([...(left.get(key) ?? []), ...missing.map(({ name }) => name)]));
    }
  }
  return Object.fromEntries([...left].map(([key, names]) => [key, [...names].sort().join(' ')]));
}

const insertsIn = (text: string): { readonly table: string; readonly named: readonly string[] }[] =>
  [...text.matchAll(/INSERT INTO (\w+)(?: AS \w+)?\s*\(([^)]*)\)/g)].map(([, table, names]) => ({
    table: table!,
    named: names!.split(',').map((name) => name.trim().replaceAll('"', '')),
  }));
