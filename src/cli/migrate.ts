/** Brings the database of DATABASE_URL to the newest schema, for deployments that migrate before they start. */
import { migrate } from '../../prisma/migrate';
import { databaseUrl } from '../env';
import { fail } from './fail';
import { tellOfSpreading } from './tell-of-spreading';

try {
  const { migrations, routines, spread = [] } = await migrate(databaseUrl(), undefined, tellOfSpreading);
  const applied = [...migrations, ...(routines.length > 0 ? [`${routines.length} functions and triggers`] : [])];
  if (applied.length > 0) process.stdout.write(`Applied ${applied.join(', ')}.\n`);
  if (spread.length > 0) process.stdout.write(`Spread ${spread.length} tables over the nodes.\n`);
  if (applied.length + spread.length === 0) process.stdout.write('The database is up to date.\n');
} catch (error) {
  fail(error);
}
