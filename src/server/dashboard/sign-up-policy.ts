/**
 * Decides who may register: the first person of a deployment, anyone with an invitation link, and everybody when the operator has
 * opened registration. Whoever registers without an invitation starts with an organization of their own and sees no other.
 */
import { isStorable } from '@/domain/text';
import { env } from '@/env';
import { findInvitation, hasUsers, isInvited, type PendingInvitation } from '@/server/db/repositories/organizations/memberships';

/** Whether a page may offer registration without an invitation. */
export async function signUpIsOpen(): Promise<boolean> {
  return env().OPEN_SIGN_UP || !(await hasUsers());
}

export async function maySignUp(email: string, invitationId: string | null, now: Date): Promise<boolean> {
  if (invitationId !== null && isStorable(invitationId) && (await isInvited(invitationId, email, now))) return true;
  return signUpIsOpen();
}

/** What an invitation offers while it can be accepted; null for any other id. */
export const pendingInvitation = async (id: string, now: Date): Promise<PendingInvitation | null> =>
  isStorable(id) ? findInvitation(id, now) : null;
