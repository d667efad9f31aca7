/** Reads who belongs to which organization, and who is invited. */
import { statement } from '@/server/db/transaction';
import type { Role } from '@/server/platform/context';

export interface OrganizationMembership {
  readonly organization_id: string;
  readonly role: Role;
  readonly name: string;
  readonly slug: string;
  readonly mode: 'LIVE' | 'SANDBOX';
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly clock_offset_ms: number;
  readonly require_two_factor: boolean;
}

/** The organizations of a user, in the order in which they joined. */
export function membershipsOf(userId: string): Promise<OrganizationMembership[]> {
  return statement<OrganizationMembership>(
    `SELECT m.organization_id, m.role, o.name, o.slug, o.mode, o.status, o.clock_offset_ms, o.require_two_factor
     FROM members m JOIN organizations o ON o.id = m.organization_id
     WHERE m.user_id = $1 ORDER BY m.created_at, m.id`,
    [userId],
  );
}

export async function hasUsers(): Promise<boolean> {
  const [row] = await statement<{ found: boolean }>('SELECT EXISTS (SELECT 1 FROM users) AS found');
  return row?.found ?? false;
}

/** Whether a pending invitation with this id is for this address. */
export async function isInvited(invitationId: string, email: string, now: Date): Promise<boolean> {
  const [row] = await statement<{ found: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM invitations WHERE id::text = $1 AND lower(email) = lower($2) AND status = 'pending' AND expires_at > $3) AS found`,
    [invitationId, email, now],
  );
  return row?.found ?? false;
}

export interface PendingInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly organization_name: string;
  /** Whether the invited address already has an account here. */
  readonly has_account: boolean;
}

/** An invitation that can still be accepted; null for any other id. */
export async function findInvitation(id: string, now: Date): Promise<PendingInvitation | null> {
  const [row] = await statement<PendingInvitation>(
    `SELECT i.id, i.email, i.role, o.name AS organization_name, EXISTS (SELECT 1 FROM users u WHERE u.email = lower(i.email)) AS has_account
     FROM invitations i JOIN organizations o ON o.id = i.organization_id
     WHERE i.id::text = $1 AND i.status = 'pending' AND i.expires_at > $2`,
    [id, now],
  );
  return row ?? null;
}
