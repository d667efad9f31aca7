/** The way back in for somebody who lost password or second factor: an operator's, since nothing is sent by mail from here. */
import { randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { replaceAccess } from '@/server/db/repositories/account-sessions';

const PASSWORD_BYTES = 15;

/**
 * A new password for the account under `email`; its second factor, sessions and trusted devices are gone.
 * @returns the password, which is stored as a hash alone; null when nobody has this address.
 */
export async function resetAccess(email: string, now: Date): Promise<string | null> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const known = await replaceAccess(email.trim().toLowerCase(), await hashPassword(password), now);
  return known ? password : null;
}
