/** The signed-in user's own account. */
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { AccountPage } from '@/components/account/account-page';
import { dashboardSession } from '@/server/dashboard/session';
import { backupCodesLeft } from '@/server/dashboard/backup-codes';

export const metadata: Metadata = { title: 'Account' };

export default async function Page() {
  const session = await dashboardSession(await headers());
  const on = session?.user.twoFactor ?? false;
  return <AccountPage twoFactor={{ on, backupCodesLeft: session && on ? await backupCodesLeft(session.user.id) : 0 }} />;
}
