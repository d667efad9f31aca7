/** Where a member is sent who lacks the second factor that the organization requires. */
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { RequiredTwoFactor } from '@/components/account/required-two-factor';
import { dashboardSession, owesSecondFactor } from '@/server/dashboard/session';

export const metadata: Metadata = { title: 'Two-factor sign-in' };

export default async function TwoFactorPage() {
  const session = await dashboardSession(await headers());
  if (!session) redirect('/login');
  if (!session.active || !owesSecondFactor(session)) redirect('/');
  const others = session.memberships.filter(({ require_two_factor }) => !require_two_factor);
  return (
    <RequiredTwoFactor
      email={session.user.email}
      organization={session.active.name}
      others={others.map(({ organization_id, name }) => ({ id: organization_id, name }))}
    />
  );
}
