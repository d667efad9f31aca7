/** Lets the process be ready only while its database has every migration of this release, also when the database is replaced under it. */
import { migrationNames } from '../../prisma/migrate';
import { missingMigrations } from '../server/db/repositories/migrations';
import { addReadinessCheck } from '../server/readiness';

export async function requireSchema(): Promise<void> {
  const names = await migrationNames();
  addReadinessCheck('migrations', async () => {
    const missing = await missingMigrations(names);
    if (missing.length > 0) throw new Error(`The database lacks ${missing.join(', ')}.`);
  });
}
