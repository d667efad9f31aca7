/**
 * `npm run reset-access -- ada@example.com`: gives somebody who cannot sign in a new password, removes the
 * second factor and ends every session. For operators: it works on the database, not through the service.
 */
import { closeDatabase } from '../server/db/client';
import { resetAccess } from '@/server/services/organizations/accounts';
import { fail } from './fail';
import { findDatabase } from './operator-database';

const [email, ...others] = process.argv.slice(2);

async function main(): Promise<string> {
  if (email === undefined || others.length > 0) throw new Error('Usage: npm run reset-access -- <email address>');
  await findDatabase();
  const password = await resetAccess(email, new Date());
  if (password === null) throw new Error(`Nobody signs in with ${email}.`);
  return `${email} signs in with ${password} from now on and should change it at once; sessions and second factor are gone.\n`;
}

try {
  process.stdout.write(await main());
} catch (error) {
  fail(error);
} finally {
  await closeDatabase();
}
