/**
 * `npm run restore -- rewards.backup`: fills an empty database from a backup and verifies the ledger of every
 * organization in it. Without DATABASE_URL it fills the embedded one of DATA_DIR; no service may be running there.
 */
import { join } from 'node:path';
import { restore } from '../../prisma/backup';
import { databaseUrl, env, publishSettings } from '../env';
import { closeDatabase } from '../server/db/client';
import { verifyAll } from '@/server/services/ledger/verify-ledger';
import { fail } from './fail';
import { lockFolder } from './lock';
import { startPostgres } from './postgres';
import { tellOfSpreading } from './tell-of-spreading';

const [file, ...others] = process.argv.slice(2);

async function restoreInto(path: string): Promise<void> {
  const { tables, rows } = await restore(databaseUrl(), path, undefined, tellOfSpreading);
  process.stdout.write(`${rows} rows of ${tables} tables are restored.\n`);
  const { organizations, broken } = await verifyAll({ now: () => new Date() });
  if (broken.length > 0) throw new Error(`The ledgers of these organizations are not whole: ${broken.join(', ')}.`);
  const whose = organizations === 1 ? 'The ledger of the one organization is' : `The ledgers of all ${organizations} organizations are`;
  process.stdout.write(`${whose} whole.\n`);
}

async function main(): Promise<void> {
  if (file === undefined || others.length > 0) throw new Error('Usage: npm run restore -- <file>');
  const { DATABASE_URL, DATA_DIR, PORT } = env();
  if (DATABASE_URL) return restoreInto(file);
  const lock = await lockFolder(DATA_DIR, `http://localhost:${PORT}`);
  const server = await startPostgres(join(DATA_DIR, 'postgres'));
  try {
    publishSettings({ DATABASE_URL: server.url });
    await restoreInto(file);
  } finally {
    await closeDatabase();
    await server.stop();
    lock.release();
  }
}

try {
  await main();
} catch (error) {
  fail(error);
} finally {
  await closeDatabase();
}
