/** Lets a user who belongs to no organization create one. */
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { OrganizationForm } from '@/components/shell/new-organization';
import { dashboardSession } from '@/server/dashboard/session';

export const metadata: Metadata = { title: 'Create an organization' };

export default async function WelcomePage() {
  const session = await dashboardSession(await headers());
  if (!session) redirect('/login');
  if (session.active) redirect('/');
  return (
    <>
      <h1 className="text-base font-semibold">Create your organization</h1>
      <p className="text-ink-soft mt-1 mb-4">It holds your programs, participants, ledger, keys and team.</p>
      <OrganizationForm initialMode="LIVE" />
    </>
  );
}
