/**
 * A database for one test file alone: for files that start background workers, which would take
 * the due rows of every other file's organizations.
 */
import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { publishSettings, databaseUrl } from '@/env';
import { closeDatabase } from '@/server/db/client';
import { ensureDatabase, withConnection } from '../../prisma/connect';
import { migrate } from '../../prisma/migrate';

/** Call it at the top of the file, before anything is queried. The database is dropped after the last test. */
export async function useOwnDatabase(): Promise<void> {
  const shared = databaseUrl();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await ensureDatabase(shared, name);
  const own = new URL(shared);
  own.pathname = `/${name}`;
  await migrate(own.href);
  publishSettings({ DATABASE_URL: own.href });
  // What the file before left behind may have opened connections to its own meanwhile.
  await closeDatabase();
  afterAll(async () => {
    await closeDatabase();
    publishSettings({ DATABASE_URL: shared });
    await withConnection(shared, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  });
}
