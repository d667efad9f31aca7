/** Measures the bytes that tables take on disk once dead rows are gone, each with its indexes, TOAST and partitions. */
import type { Client } from 'pg';

export interface Size {
  readonly table: number;
  readonly indexes: number;
}

const SIZES = `
  SELECT coalesce(pg_partition_root(c.oid), c.oid)::regclass::text AS name,
    sum(pg_table_size(c.oid))::float8 AS table, sum(pg_indexes_size(c.oid))::float8 AS indexes
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
  GROUP BY 1`;

/** Not VACUUM FULL: what a table keeps for rows to come is part of what it costs. */
export async function vacuumedSizes(client: Client): Promise<Map<string, Size>> {
  await client.query('VACUUM');
  const { rows } = await client.query<Size & { name: string }>(SIZES);
  return new Map(rows.map(({ name, ...size }) => [name, size]));
}

/** By how much each table has grown. */
export function growthBetween(before: ReadonlyMap<string, Size>, after: ReadonlyMap<string, Size>): Map<string, Size> {
  return new Map(
    [...after].map(([name, { table, indexes }]) => {
      const earlier = before.get(name) ?? { table: 0, indexes: 0 };
      return [name, { table: table - earlier.table, indexes: indexes - earlier.indexes }];
    }),
  );
}

export const totalBytes = (sizes: ReadonlyMap<string, Size>): number =>
  [...sizes.values()].reduce((sum, { table, indexes }) => sum + table + indexes, 0);
