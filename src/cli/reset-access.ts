/**
 * `npm run reset-access -- ada@example.com`: gives somebody who cannot sign in a new password, without a
 * second factor and with no session left. For operators: it asks the database, not the service.
 */
import { join } from 'node:path';
import { env, publishSettings } from '../env';
import { closeDatabase } from '../server/db/client';
import { resetAccess } from '../server/services/account/reset-access';
import { runningPostgres } from './postgres';

const [email, ...others] = process.argv.slice(2);

async function main(): Promise<string> {
  if (email === undefined || others.length > 0) throw new Error('Usage: npm run reset-access -- <email address>');
  const { DATA_DIR, DATABASE_URL } = env();
  const embedded = DATABASE_URL ? null : await runningPostgres(join(DATA_DIR, 'postgres'));
  if (!DATABASE_URL && !embedded) throw new Error(`No database runs in ${DATA_DIR}: start the service, or set DATABASE_URL.`);
  if (embedded) publishSettings({ DATABASE_URL: embedded.url });
  const password = await resetAccess(email, new Date());
  if (password === null) throw new Error(`Nobody signs in with ${email}.`);
  return `${email} signs in with ${password} from now on and should change it at once; sessions and second factor are gone.\n`;
}

try {
  process.stdout.write(await main());
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
