/** Restores access for a person who lost their password or second factor; run by an operator, since the service sends no mail. */
import { randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { replaceAccess } from '@/server/db/repositories/organizations/account-sessions';

const PASSWORD_BYTES = 15;

/**
 * Sets a new password for the account under `email` and removes its second factor, sessions and trusted devices.
 * @returns the password, which is stored only as a hash; null when no account has this address.
 */
export async function resetAccess(email: string, now: Date): Promise<string | null> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const known = await replaceAccess(email.trim().toLowerCase(), await hashPassword(password), now);
  return known ? password : null;
}
