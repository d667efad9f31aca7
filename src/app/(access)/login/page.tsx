/** The sign-in page; on a deployment without any user it leads to registration first. */
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { ownPath } from '@/trpc/own-path';
import { SignInForm } from '@/components/access/sign-in-form';
import { dashboardSession } from '@/server/dashboard/session';
import { signUpIsOpen } from '@/server/dashboard/sign-up-policy';

export const metadata: Metadata = { title: 'Sign in' };

export default async function LoginPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const { next } = await searchParams;
  if (await dashboardSession(await headers())) redirect(ownPath(typeof next === 'string' ? next : null));
  return <SignInForm registration={await signUpIsOpen()} />;
}
