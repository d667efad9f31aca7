/** Reads from the session cookie, on every request, who is using the dashboard, in which organization and with which role. */
import type { Ctx, OrganizationContext, Role } from '@/server/platform/context';
import { membershipsOf, type OrganizationMembership } from '@/server/db/repositories/organizations/memberships';
import { dashboardAuth } from './auth';

interface DashboardUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether this person is asked for a second factor at sign-in. */
  readonly twoFactor: boolean;
}

export interface DashboardSession {
  readonly id: string;
  readonly user: DashboardUser;
  /** The chosen organization, else the first one joined; null for a user who belongs to none. */
  readonly active: OrganizationMembership | null;
  readonly memberships: readonly OrganizationMembership[];
}

/** The session of a request; null when nobody is signed in or the session has ended. */
export async function dashboardSession(headers: Headers): Promise<DashboardSession | null> {
  const found = await dashboardAuth().api.getSession({ headers });
  if (!found) return null;
  const { id, name, email, twoFactorEnabled } = found.user;
  const memberships = await membershipsOf(id);
  const chosen = memberships.find((membership) => membership.organization_id === found.session.activeOrganizationId);
  const user = { id, name, email, twoFactor: twoFactorEnabled === true };
  return { id: found.session.id, user, active: chosen ?? memberships[0] ?? null, memberships };
}

/** Whether the organization in view stays locked until this person has set up a second factor. */
export const owesSecondFactor = ({ user, active }: DashboardSession): boolean => active?.require_two_factor === true && !user.twoFactor;

export const organizationOf = (membership: OrganizationMembership): OrganizationContext => ({
  id: membership.organization_id,
  mode: membership.mode,
  clockOffsetMs: membership.clock_offset_ms,
});

export const actorOf = ({ id, user }: DashboardSession, role: Role): Ctx['actor'] => ({
  kind: 'USER',
  userId: user.id,
  role,
  sessionId: id,
});
