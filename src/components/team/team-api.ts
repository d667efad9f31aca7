/** Changes the members and invitations of the current organization through the sign-in service. */
'use client';
import { auth, authMessage } from '@/components/shell/auth-client';
import type { Role } from '@/server/platform/context';
import { Refusal } from '@/trpc/failure';

export const ROLES: readonly Role[] = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'];

/** What each role may do, in one line. */
export const ROLE_WORDS: Record<Role, string> = {
  OWNER: 'Everything, and appointing other owners',
  ADMIN: 'Everything, including keys and team',
  MEMBER: 'Programs, rules and participants',
  VIEWER: 'Read-only access',
};

export interface TeamInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly status: string;
  readonly expiresAt: string;
}

/** @param asked the field a refusal is about. */
async function call<T>(path: string, method: 'GET' | 'POST', values: Record<string, unknown>, asked?: string): Promise<T> {
  const options = method === 'GET' ? { method, query: values } : { method, body: values };
  const { data, error } = await auth((library) => library.$fetch<T>(path, options));
  if (error) throw new Refusal(authMessage(error), asked);
  return data;
}

export const listInvitations = (organizationId: string) =>
  call<TeamInvitation[]>('/organization/list-invitations', 'GET', { organizationId }).then((all) =>
    all.filter(({ status }) => status === 'pending'),
  );

export const inviteMember = (organizationId: string, email: string, role: Role) =>
  call<TeamInvitation>('/organization/invite-member', 'POST', { organizationId, email, role }, 'email');

export const cancelInvitation = (invitationId: string) => call<unknown>('/organization/cancel-invitation', 'POST', { invitationId });

export const changeRole = (organizationId: string, memberId: string, role: Role) =>
  call<unknown>('/organization/update-member-role', 'POST', { organizationId, memberId, role });

export const removeMember = (organizationId: string, memberId: string) =>
  call<unknown>('/organization/remove-member', 'POST', { organizationId, memberIdOrEmail: memberId });

export const leaveOrganization = (organizationId: string) => call<unknown>('/organization/leave', 'POST', { organizationId });

export const renameOrganization = (organizationId: string, name: string) =>
  call<unknown>('/organization/update', 'POST', { organizationId, data: { name } });

/** The invited person's link; nothing here sends it. */
export const invitationLink = (id: string): string => `${window.location.origin}/accept-invitation?id=${id}`;
