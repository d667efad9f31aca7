/** Lists and ends a person's sessions; an ended session is refused from the next request on. */
import { DomainError } from '@/domain/errors';
import { endAccountSession, endOtherSessions, listAccountSessions } from '@/server/db/repositories/organizations/account-sessions';
import { forgetTrustedDevices } from '@/server/db/repositories/organizations/second-factors';

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
