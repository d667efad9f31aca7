/** Registration: open to the first user of a deployment, to invited users, and to anyone where the operator allows it. */
import type { Metadata } from 'next';
import Link from 'next/link';
import { SignUpForm } from '@/components/access/sign-up-form';
import { signUpIsOpen } from '@/server/dashboard/sign-up-policy';

export const metadata: Metadata = { title: 'Create an account' };

export default async function SignUpPage({
  searchParams,
}: {
  searchParams: Promise<{ invitation?: string | string[]; email?: string | string[] }>;
}) {
  const { invitation, email } = await searchParams;
  const invited = typeof invitation === 'string' && typeof email === 'string' ? { id: invitation, email } : null;
  if (invited || (await signUpIsOpen())) return <SignUpForm invitation={invited} />;
  return (
    <>
      <h1 className="text-base font-semibold">Registration is closed</h1>
      <p className="text-ink-soft mt-2">Ask an owner of your organization for an invitation, or sign in to your existing account.</p>
      <p className="mt-4">
        <Link href="/login" className="text-accent font-medium underline-offset-4 hover:underline">
          Sign in
        </Link>
      </p>
    </>
  );
}
