/** Finds the migrations that the database lacks. */
import { statement } from '@/server/db/transaction';

/** Those of `names` that were never completed. @throws when the database has no record of migrations at all. */
export async function missingMigrations(names: readonly string[]): Promise<string[]> {
  const rows = await statement<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name WHERE NOT EXISTS (
       SELECT 1 FROM _prisma_migrations m WHERE m.migration_name = name AND m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL)`,
    [names],
  );
  return rows.map(({ name }) => name);
}
