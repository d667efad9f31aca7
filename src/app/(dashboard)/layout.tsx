/** Everything behind the sign-in: without a session there is the sign-in, without an organization the making of one. */
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import type { ShellOrganization } from '@/components/shell/session';
import { Shell } from '@/components/shell/shell';
import { dashboardSession } from '@/server/dashboard/session';
import type { Membership } from '@/server/db/repositories/memberships';

const shown = ({ organization_id, name, slug, mode, role, clock_offset_ms }: Membership): ShellOrganization => ({
  id: organization_id,
  name,
  slug,
  mode,
  role,
  clockOffsetMs: clock_offset_ms,
});

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const session = await dashboardSession(await headers());
  if (!session) redirect('/login');
  if (!session.active) redirect('/welcome');
  return (
    <Shell session={{ user: session.user, organization: shown(session.active), organizations: session.memberships.map(shown) }}>
      {children}
    </Shell>
  );
}
