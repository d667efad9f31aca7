/**
 * Gives a test file a database of its own, for files whose background workers would otherwise take the
 * due rows of other files' organizations.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { publishSettings, databaseUrl } from '@/env';
import { closeDatabase } from '@/server/db/client';
import { withConnection } from '../../prisma/connect';
import { migrate } from '../../prisma/migrate';
import { createSpreadDatabase, dropSpreadDatabase } from './citus';
import { MIGRATED } from './postgres';

/** Call at the top of the file, before any query. The database is dropped after the last test. */
export async function useOwnDatabase(): Promise<void> {
  const shared = databaseUrl();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const nodes = inject('nodePorts');
  const own = new URL(shared);
  own.pathname = `/${name}`;
  if (nodes) {
    await createSpreadDatabase(nodes, name);
    await migrate(own.href);
  } else await withConnection(shared, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${MIGRATED}`));
  publishSettings({ DATABASE_URL: own.href });
  // Leftovers of the previous file may have opened connections to its database meanwhile.
  await closeDatabase();
  afterAll(async () => {
    await closeDatabase();
    publishSettings({ DATABASE_URL: shared });
    if (nodes) await dropSpreadDatabase(nodes, name);
    else await withConnection(shared, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  });
}
