/** Answers what the pages ask of sign-in, members and organizations; whatever it changes is changed in the name of who is signed in. */
import { actingAs } from '@/server/db/audit-scope';
import { violatedConstraint } from '@/server/db/transaction';
import { newRequestId } from '@/server/ids';
import { dashboardAuth } from './auth';
import { clientAddress } from './client-address';
import { answerConsent } from './mcp-consent';
import { noteFailure } from './note-failure';
import { showingRefusal } from './refused-request';
import { withoutSignedRequests } from './signed-requests';

const CONSENT = /\/oauth2\/consent\/?$/;
const AUTHORIZE = /\/oauth2\/authorize\/?$/;
/** Below the issuer, and where RFC 8414 puts it in front of the issuer's path. */
const METADATA = /\/\.well-known\/oauth-authorization-server(\/|$)/;

export const answerAuth = (request: Request): Promise<Response> => answer(request).catch(answerTo);

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method === 'POST' && CONSENT.test(pathname)) return answerConsent(request);
  const perform = (): Promise<Response> => dashboardAuth().handler(request);
  if (request.method === 'GET' && METADATA.test(pathname)) return withoutSignedRequests(await perform());
  if (request.method === 'GET' && AUTHORIZE.test(pathname)) return showingRefusal(request, await perform());
  const operation = organizationOperation(request);
  const session = operation === null ? null : await dashboardAuth().api.getSession({ headers: request.headers });
  if (operation === null || !session) return perform();
  const call = { request_id: newRequestId(), ip: clientAddress(request.headers), operation };
  return actingAs({ type: 'USER', id: session.user.id, ...call }, perform);
}

/** Of two owners who leave at once the database keeps one, whom the library had found free to go. */
function answerTo(error: unknown): Response {
  if (violatedConstraint(error) === 'members_keep_an_owner') {
    const message = 'An organization keeps an owner; make somebody else the owner first.';
    return Response.json({ code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER', message }, { status: 400 });
  }
  noteFailure(error);
  return new Response(null, { status: 500 });
}

/** Such as `organization.update-member-role`; null for what concerns no organization. */
function organizationOperation(request: Request): string | null {
  const [, action] = /\/organization\/([\w-]+)\/?$/.exec(new URL(request.url).pathname) ?? [];
  return request.method === 'GET' || action === undefined ? null : `organization.${action}`;
}
