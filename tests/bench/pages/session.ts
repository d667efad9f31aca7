/** Signs in to the dashboard of a running service as the owner of one organization. */
import { randomUUID } from 'node:crypto';
import { statement } from '@/server/db/transaction';

export interface Answered {
  readonly status: number;
  readonly ms: number;
  readonly body: { readonly result?: { readonly data: unknown }; readonly error?: { readonly message: string } };
}

export interface DashboardSession {
  /** Calls a query as the pages do; the time covers the whole answer. */
  read(procedure: string, input: unknown): Promise<Answered>;
}

/** @param address of the service, which must allow sign-up. */
export async function signIn(address: string, organizationId: string): Promise<DashboardSession> {
  const email = `${randomUUID()}@example.com`;
  const post = (path: string, body: unknown, cookie = ''): Promise<Response> =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address, cookie },
      body: JSON.stringify(body),
    });
  const signedUp = await post('/api/auth/sign-up/email', { email, password: 'correct horse battery', name: 'Bench' });
  if (!signedUp.ok) throw new Error(`Signing up was answered with ${signedUp.status}: ${await signedUp.text()}`);
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  await statement(
    `INSERT INTO members (organization_id, user_id, role, created_at) SELECT $1, id, 'OWNER', now() FROM users WHERE email = $2`,
    [organizationId, email],
  );
  const chosen = await post('/api/auth/organization/set-active', { organizationId }, cookie);
  if (!chosen.ok) throw new Error(`Choosing the organization was answered with ${chosen.status}: ${await chosen.text()}`);
  const active = [cookie, ...chosen.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ');
  return {
    read: async (procedure, input) => {
      const since = performance.now();
      const answer = await fetch(`${address}/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`, {
        headers: { cookie: active },
      });
      const body = (await answer.json()) as Answered['body'];
      return { status: answer.status, ms: performance.now() - since, body };
    },
  };
}
