/** The consent page for an assistant: the signed-in user decides whether it may read. */
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { ConnectAssistant } from '@/components/assistants/connect-assistant';
import { askedPath } from '@/server/dashboard/request';
import { connectionChoices, connectionRequest } from '@/server/dashboard/mcp-consent';
import { dashboardSession } from '@/server/dashboard/session';
import { signInPath } from '@/trpc/own-path';

export const metadata: Metadata = { title: 'Connect an assistant' };

export default async function ConnectPage() {
  const asked = await headers();
  const path = askedPath(asked);
  const query = path.slice(path.indexOf('?') + 1);
  const request = await connectionRequest(query, Date.now());
  if (!request) {
    return (
      <>
        <h1 className="text-base font-semibold">This request has expired</h1>
        <p className="text-ink-soft mt-2">The request timed out or is incomplete. Go back to your assistant and connect again.</p>
      </>
    );
  }
  const session = await dashboardSession(asked);
  if (!session) redirect(signInPath(path));
  if (!session.active) redirect('/welcome');
  return (
    <ConnectAssistant
      query={query}
      request={request}
      signedInPath={signInPath(path)}
      email={session.user.email}
      organizations={await connectionChoices(session)}
    />
  );
}
