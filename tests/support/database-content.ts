/** Reads every row of a database, so that two of them can be compared. */
import { withConnection } from '../../prisma/connect';

/** The rows of each table as text, in one order; without the records of the schema. */
export function contentOf(url: string): Promise<Record<string, readonly string[]>> {
  return withConnection(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname NOT IN ('_prisma_migrations', '_routines')`,
    );
    const content: Record<string, readonly string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`);
      content[name] = rows.map(({ row }) => row).sort();
    }
    return content;
  });
}
