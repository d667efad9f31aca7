/** Finds the database for an operator's command: the configured one, or the embedded one of a running service. */
import { join } from 'node:path';
import { env, publishSettings } from '../env';
import { runningPostgres } from './postgres';

/** @throws Error when there is none. */
export async function findDatabase(): Promise<void> {
  const { DATA_DIR, DATABASE_URL } = env();
  if (DATABASE_URL) return;
  const embedded = await runningPostgres(join(DATA_DIR, 'postgres'));
  if (!embedded) throw new Error(`No database runs in ${DATA_DIR}: start the service, or set DATABASE_URL.`);
  publishSettings({ DATABASE_URL: embedded.url });
}
