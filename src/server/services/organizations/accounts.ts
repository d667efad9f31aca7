/** Manages the account of a person across their organizations: name, sessions, and access that was lost. */
import { randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { DomainError } from '@/domain/errors';
import {
  endAccountSession,
  endOtherSessions,
  listAccountSessions,
  renameUser,
  replaceAccess,
} from '@/server/db/repositories/organizations/account-sessions';
import { forgetTrustedDevices } from '@/server/db/repositories/organizations/second-factors';

const PASSWORD_BYTES = 15;

interface SignedInPerson {
  readonly userId: string;
  readonly sessionId: string;
}

export const listSessions = ({ userId }: SignedInPerson) => listAccountSessions(userId);

/** @throws DomainError not_found when the person has no such session. */
export async function endSession({ userId }: SignedInPerson, id: string): Promise<void> {
  if (!(await endAccountSession(userId, id)))
    throw new DomainError('not_found', 'This session has already ended; reload the list.', { param: 'id' });
}

/** Ends all sessions but the current one, and forgets devices trusted to skip the second factor. @returns how many were ended. */
export async function endSessionsElsewhere({ userId, sessionId }: SignedInPerson): Promise<number> {
  await forgetTrustedDevices(userId);
  return endOtherSessions(userId, sessionId);
}

export async function renameAccount(userId: string, name: string): Promise<{ name: string }> {
  await renameUser(userId, name);
  return { name };
}

/**
 * Sets a new password for the account under `email` and removes its second factor, sessions and trusted devices.
 * @returns the password, which is stored only as a hash; null when no account has this address.
 */
export async function resetAccess(email: string, now: Date): Promise<string | null> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const known = await replaceAccess(email.trim().toLowerCase(), await hashPassword(password), now);
  return known ? password : null;
}
