/** What the planner knows of tables: kept abreast of work that fills them faster than the database's own upkeep looks. */
import { statement } from '../transaction';

/** Few pages are read whole in no time, whatever is known of them. */
const SMALL_PAGES = 32;
const GROWN = 3;

/**
 * Looks at those of the tables that are several times as large as when they were last looked at. A plan made for a nearly
 * empty table reads it from end to end, also for foreign keys, and is kept by its connection until then.
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

/** Looks at the tables now. */
export async function refreshStatistics(tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await statement(`ANALYZE (SKIP_LOCKED) ${tables.join(', ')}`);
}
