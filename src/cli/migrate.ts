/** Brings the database of DATABASE_URL to the newest schema, for deployments that migrate before they start. */
import { migrate } from '../../prisma/migrate';
import { databaseUrl } from '../env';
import { fail } from './fail';

try {
  const { migrations, routines } = await migrate(databaseUrl());
  const applied = [...migrations, ...(routines.length > 0 ? [`${routines.length} functions and triggers`] : [])];
  process.stdout.write(applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The database is up to date.\n');
} catch (error) {
  fail(error);
}
