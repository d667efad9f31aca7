/**
 * Counts what a database has written, from what Postgres itself keeps about any schema: rows from its statistics, entries of
 * indexes from its write-ahead log.
 */
import type { Client } from 'pg';

/** Rows written to one table, its partitions included. */
export interface Rows {
  readonly inserted: number;
  /** New versions of rows. */
  readonly updated: number;
  /** Those of them that no index had to hear of. */
  readonly hot: number;
  readonly deleted: number;
}

/** What was written to the log for one table, its partitions, indexes and TOAST included. */
export interface Logged {
  readonly index_entries: number;
  readonly wal_bytes: number;
}

export const NOTHING_WRITTEN: Rows & Logged = { inserted: 0, updated: 0, hot: 0, deleted: 0, index_entries: 0, wal_bytes: 0 };

/** The longest that a connection with nothing to do keeps its counts to itself (PGSTAT_IDLE_INTERVAL), and a second. */
export const STATISTICS_LAG_MS = 11_000;

/** The records that add an entry to an index: what else is written to one moves, joins or removes entries. */
const ENTRY_RECORDS = [
  'Btree/INSERT_LEAF',
  'Btree/INSERT_POST',
  'Btree/SPLIT_L',
  'Btree/SPLIT_R',
  'Hash/INSERT',
  'Gist/PAGE_UPDATE',
  'SPGist/ADD_LEAF',
  'Gin/INSERT',
  'Gin/UPDATE_META_PAGE',
  'Brin/INSERT',
  'Brin/INSERT+INIT',
];

/** The log is read record by record: those of other databases of the server and of its catalogs do not count. */
const LOGGED = `
  WITH written AS (
    SELECT relfilenode, sum(record_length) FILTER (WHERE block_id = 0) AS wal_bytes,
      count(*) FILTER (WHERE block_id = 0 AND resource_manager || '/' || record_type = ANY ($3)) AS index_entries
    FROM pg_get_wal_block_info($1, $2, false)
    WHERE reldatabase = (SELECT oid FROM pg_database WHERE datname = current_database()) AND relforknumber = 0
    GROUP BY relfilenode
  )
  SELECT owner.name, sum(wal_bytes)::float8 AS wal_bytes, sum(index_entries)::float8 AS index_entries
  FROM written JOIN pg_class relation USING (relfilenode)
  CROSS JOIN LATERAL (
    SELECT coalesce((SELECT indrelid FROM pg_index WHERE indexrelid = relation.oid), relation.oid) AS held
  ) AS indexed
  CROSS JOIN LATERAL (SELECT coalesce((SELECT oid FROM pg_class WHERE reltoastrelid = held), held) AS held) AS toasted
  CROSS JOIN LATERAL (SELECT coalesce(pg_partition_root(toasted.held), toasted.held)::regclass::text AS name) AS owner
  WHERE toasted.held >= 16384
  GROUP BY owner.name`;

const ROWS = `
  SELECT coalesce(pg_partition_root(relid), relid)::regclass::text AS name, sum(n_tup_ins)::float8 AS inserted,
    sum(n_tup_upd)::float8 AS updated, sum(n_tup_hot_upd)::float8 AS hot, sum(n_tup_del)::float8 AS deleted
  FROM pg_stat_user_tables GROUP BY 1`;

export async function rowsWritten(client: Client): Promise<Map<string, Rows>> {
  const { rows } = await client.query<Rows & { name: string }>(ROWS);
  return new Map(rows.map(({ name, ...counts }) => [name, counts]));
}

/** The end of what is on disk, the only part of the log that can be read. */
export async function logPosition(client: Client): Promise<string> {
  const { rows } = await client.query<{ lsn: string }>('SELECT pg_current_wal_flush_lsn() AS lsn');
  return rows[0]!.lsn;
}

/** The bytes from one position of the log to another, full images of pages included. */
export async function logBytes(client: Client, from: string, to: string): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>('SELECT pg_wal_lsn_diff($2, $1)::float8 AS bytes', [from, to]);
  return rows[0]!.bytes;
}

/** What the log says was written between two of its positions, by table. */
export async function logged(client: Client, from: string, to: string): Promise<Map<string, Logged>> {
  const { rows } = await client.query<Logged & { name: string }>(LOGGED, [from, to, ENTRY_RECORDS]);
  return new Map(rows.map(({ name, ...counts }) => [name, counts]));
}

/** The difference of two counts of rows, by table. */
export function rowsBetween(before: ReadonlyMap<string, Rows>, after: ReadonlyMap<string, Rows>): Map<string, Rows> {
  return new Map(
    [...after].map(([name, { inserted, updated, hot, deleted }]) => {
      const earlier = before.get(name) ?? NOTHING_WRITTEN;
      return [
        name,
        {
          inserted: inserted - earlier.inserted,
          updated: updated - earlier.updated,
          hot: hot - earlier.hot,
          deleted: deleted - earlier.deleted,
        },
      ];
    }),
  );
}
