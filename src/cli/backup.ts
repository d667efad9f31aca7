/** `npm run backup -- rewards.backup`: writes the whole database to one file, while the service may be running. */
import { backup } from '../../prisma/backup';
import { databaseUrl } from '../env';
import { fail } from './fail';
import { findDatabase } from './operator-database';

const [file, ...others] = process.argv.slice(2);

try {
  if (file === undefined || others.length > 0) throw new Error('Usage: npm run backup -- <file>');
  await findDatabase();
  const { tables, rows } = await backup(databaseUrl(), file);
  process.stdout.write(
    `${rows} rows of ${tables} tables are in ${file}. Keep ENCRYPTION_KEY and AUTH_SECRET with it, but not beside it.\n`,
  );
} catch (error) {
  fail(error);
}
