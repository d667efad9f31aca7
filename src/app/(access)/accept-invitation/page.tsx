/** The page an invitation link opens; anyone without an account creates one first. */
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { AcceptInvitation } from '@/components/access/accept-invitation';
import { dashboardSession } from '@/server/dashboard/session';
import { pendingInvitation } from '@/server/dashboard/sign-up-policy';

export const metadata: Metadata = { title: 'Invitation' };

export default async function AcceptInvitationPage({ searchParams }: { searchParams: Promise<{ id?: string | string[] }> }) {
  const { id } = await searchParams;
  const invitation = typeof id === 'string' ? await pendingInvitation(id, new Date()) : null;
  if (!invitation) {
    return (
      <>
        <h1 className="text-base font-semibold">This invitation no longer works</h1>
        <p className="text-ink-soft mt-2">It was already used or withdrawn, or it has expired. Ask for a new one.</p>
      </>
    );
  }
  const session = await dashboardSession(await headers());
  const { email } = invitation;
  if (!session)
    redirect(
      invitation.has_account
        ? `/login?next=${encodeURIComponent(`/accept-invitation?id=${invitation.id}`)}`
        : `/sign-up?invitation=${invitation.id}&email=${encodeURIComponent(email)}`,
    );
  return (
    <AcceptInvitation
      id={invitation.id}
      organization={invitation.organization_name}
      role={invitation.role}
      rightUser={session.user.email === email.toLowerCase()}
      email={email}
    />
  );
}
