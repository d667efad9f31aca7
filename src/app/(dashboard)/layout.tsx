/** Guards every dashboard page: without a session it redirects to sign-in, without an organization to creating one. */
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { signInPath } from '@/trpc/own-path';
import type { ShellOrganization } from '@/components/shell/session';
import { Shell } from '@/components/shell/shell';
import { askedPath } from '@/server/dashboard/request';
import { dashboardSession, owesSecondFactor } from '@/server/dashboard/session';
import type { OrganizationMembership } from '@/server/db/repositories/organizations/memberships';

const shown = ({
  organization_id,
  name,
  slug,
  mode,
  role,
  clock_offset_ms,
  require_two_factor,
}: OrganizationMembership): ShellOrganization => ({
  id: organization_id,
  name,
  slug,
  mode,
  role,
  clockOffsetMs: clock_offset_ms,
  requireTwoFactor: require_two_factor,
});

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const asked = await headers();
  const session = await dashboardSession(asked);
  if (!session) redirect(signInPath(askedPath(asked)));
  if (!session.active) redirect('/welcome');
  if (owesSecondFactor(session)) redirect('/two-factor');
  return (
    <Shell session={{ user: session.user, organization: shown(session.active), organizations: session.memberships.map(shown) }}>
      {children}
    </Shell>
  );
}
