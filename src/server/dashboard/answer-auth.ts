/** Answers what the pages ask of sign-in, members and organizations; whatever it changes is changed in the name of who is signed in. */
import { actingAs } from '@/server/db/audit-scope';
import { newRequestId } from '@/server/ids';
import { dashboardAuth } from './auth';
import { clientAddress } from './client-address';
import { answerConsent } from './mcp-consent';

const CONSENT = /\/oauth2\/consent\/?$/;

export async function answerAuth(request: Request): Promise<Response> {
  if (request.method === 'POST' && CONSENT.test(new URL(request.url).pathname)) return answerConsent(request);
  const answer = (): Promise<Response> => dashboardAuth().handler(request);
  const operation = organizationOperation(request);
  const session = operation === null ? null : await dashboardAuth().api.getSession({ headers: request.headers });
  if (operation === null || !session) return answer();
  const call = { request_id: newRequestId(), ip: clientAddress(request.headers), operation };
  return actingAs({ type: 'USER', id: session.user.id, ...call }, answer);
}

/** Such as `organization.update-member-role`; null for what concerns no organization. */
function organizationOperation(request: Request): string | null {
  const [, action] = /\/organization\/([\w-]+)\/?$/.exec(new URL(request.url).pathname) ?? [];
  return request.method === 'GET' || action === undefined ? null : `organization.${action}`;
}
