/** Keeps the planner's statistics current during work that fills tables faster than autovacuum analyses them. */
import { statement } from '@/server/db/transaction';

/** Scanning a few pages takes no time, whatever the statistics say. */
const SMALL_PAGES = 32;
const GROWN = 3;

/**
 * Analyses those of the tables that are several times as large as when they were last analysed. A plan made for a nearly empty table scans
 * it from end to end, even for foreign key checks, and its connection keeps it until then.
 */
export async function refreshGrownStatistics(tables: readonly string[]): Promise<void> {
  const grown = await statement<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE oid = ANY ($1::text[]::regclass[])
       AND pg_relation_size(oid) / current_setting('block_size')::int > greatest($2::int, $3::int * relpages)`,
    [tables, SMALL_PAGES, GROWN],
  );
  await refreshStatistics(grown.map(({ name }) => name));
}

/** Analyses the tables now. */
export async function refreshStatistics(tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await statement(`ANALYZE (SKIP_LOCKED) ${tables.join(', ')}`);
}
