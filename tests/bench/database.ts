/** Provides the migrated database to measure: that of DATABASE_URL, or the embedded server of DATA_DIR. */
import { join } from 'node:path';
import { startPostgres } from '@/cli/postgres';
import { databaseUrl, env, publishSettings } from '@/env';
import { closeDatabase } from '@/server/db/client';
import { migrate } from '../../prisma/migrate';

/** Runs `work` with DATABASE_URL set, then stops what it started. @param settings of an embedded server, as name=value. */
export async function withBenchDatabase<T>(settings: readonly string[], work: () => Promise<T>): Promise<T> {
  const server = env().DATABASE_URL ? null : await startPostgres(join(env().DATA_DIR, 'postgres'), { settings });
  if (server) publishSettings({ DATABASE_URL: server.url });
  try {
    await migrate(databaseUrl());
    return await work();
  } finally {
    await closeDatabase();
    await server?.stop();
  }
}
