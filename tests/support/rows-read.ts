/** Counts the rows that the tables of a test's own database have given to its connections. */
import { databaseUrl } from '@/env';
import { pool } from '@/server/db/client';
import { withConnection } from '../../prisma/connect';

/** How many rows each table has given to this database's connections, and how many entries its indexes. */
export async function rowsRead(): Promise<ReadonlyMap<string, number>> {
  // Each connection reports what it has read when it is told to, or within seconds; held together, all of them are told.
  const clients = await Promise.all(Array.from({ length: pool().options.max }, () => pool().connect()));
  await Promise.all(clients.map((client) => client.query('SELECT pg_stat_force_next_flush()')));
  for (const client of clients) client.release();
  const rows = await withConnection(databaseUrl(), (client) =>
    client.query<{ name: string; read: string }>(
      `SELECT coalesce(pg_partition_root(t.relid), t.relid)::regclass::text AS name,
         sum(t.seq_tup_read + coalesce((SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid), 0)) AS read
       FROM pg_stat_user_tables t GROUP BY 1`,
    ),
  );
  return new Map(rows.rows.map(({ name, read }) => [name, Number(read)]));
}
