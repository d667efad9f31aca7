/** Answers what the pages ask of sign-in, members and organizations; whatever it changes is changed in the name of who is signed in. */
import { DomainError } from '@/domain/errors';
import { databaseFailure } from '@/server/database-failure';
import { actingAs } from '@/server/db/audit-scope';
import { sqlState, violatedConstraint } from '@/server/db/transaction';
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
/** Text that is no value of the type that it is compared with. */
const INVALID_TEXT = '22P02';

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

function answerTo(error: unknown): Response {
  // Of two owners who leave at once the database keeps one, whom the library had found free to go.
  if (violatedConstraint(error) === 'members_keep_an_owner') {
    const message = 'An organization keeps an owner; make somebody else the owner first.';
    return Response.json({ code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER', message }, { status: 400 });
  }
  const refusal = misfit(error) ?? databaseFailure(error);
  if (refusal && refusal.status < 500)
    return Response.json({ code: refusal.code.toUpperCase(), message: refusal.message }, { status: refusal.status });
  noteFailure(error);
  return new Response(null, { status: 500 });
}

/** The library asks the database for whatever it was given, such as an id that is no UUID. */
function misfit(error: unknown): DomainError | null {
  if (sqlState(error) !== INVALID_TEXT) return null;
  return new DomainError('validation_error', 'An id or a number is not of the form that its field takes.');
}

/** Such as `organization.update-member-role`; null for what concerns no organization. */
function organizationOperation(request: Request): string | null {
  const [, action] = /\/organization\/([\w-]+)\/?$/.exec(new URL(request.url).pathname) ?? [];
  return request.method === 'GET' || action === undefined ? null : `organization.${action}`;
}
