/**
 * `npm run rotate-encryption`: re-encrypts under ENCRYPTION_KEY what is still stored under ENCRYPTION_KEY_PREVIOUS,
 * while the service may be running. Exits 1 when there are secrets that neither key decrypts, and names them.
 */
import { env } from '../env';
import { closeDatabase } from '../server/db/client';
import { renewSecrets } from '../server/services/secrets/renew-secrets';
import { fail } from './fail';
import { findDatabase } from './operator-database';

try {
  await findDatabase();
  if (!env().ENCRYPTION_KEY_PREVIOUS) throw new Error('Set ENCRYPTION_KEY to the new key and ENCRYPTION_KEY_PREVIOUS to the old one.');
  const { renewed, kept, unreadable } = await renewSecrets();
  process.stdout.write(`${renewed} secrets are under the new key now, ${kept} were before.\n`);
  if (unreadable.length > 0) throw new Error(`Neither key reads ${unreadable.join(', ')}.`);
} catch (error) {
  fail(error);
} finally {
  await closeDatabase();
}
