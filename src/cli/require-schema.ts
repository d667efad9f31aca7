/** Keeps the process unready while its database lacks a migration of this release, even if the database is replaced while it runs. */
import { migrationNames } from '../../prisma/migrate';
import { missingMigrations } from '../server/db/repositories/operations/migrations';
import { addReadinessCheck } from '../server/observability/readiness';

export async function requireSchema(): Promise<void> {
  const names = await migrationNames();
  addReadinessCheck('migrations', async () => {
    const missing = await missingMigrations(names);
    if (missing.length > 0) throw new Error(`The database lacks ${missing.join(', ')}.`);
  });
}
