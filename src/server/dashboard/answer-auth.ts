/** Answers the pages' requests for sign-in, members and organizations, attributing every change to whoever is signed in. */
import { DomainError } from '@/domain/errors';
import { databaseFailure } from '@/server/services/database-failure';
import { actingAs } from '@/server/db/audit-scope';
import { sqlState, violatedConstraint } from '@/server/db/transaction';
import { newRequestId } from '@/server/platform/ids';
import { dashboardAuth } from './auth';
import { clientAddress } from './request';
import { answerConsent } from './mcp-consent';
import { noteFailure } from './note-failure';
import { showingRefusal } from './refused-request';
import { withoutSignedRequests } from './signed-requests';

const CONSENT = /\/oauth2\/consent\/?$/;
const AUTHORIZE = /\/oauth2\/authorize\/?$/;
/** Both below the issuer, and where RFC 8414 puts it: in front of the issuer's path. */
const METADATA = /\/\.well-known\/oauth-authorization-server(\/|$)/;
/** SQLSTATE of text that is not a valid value of the type it is compared with. */
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
  // When two owners leave at once, the library lets both go and the database keeps one.
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

/** The library passes to the database whatever it was given, such as an id that is not a UUID. */
function misfit(error: unknown): DomainError | null {
  if (sqlState(error) !== INVALID_TEXT) return null;
  return new DomainError('validation_error', 'An id or a number is not of the form that its field takes.');
}

/** Such as `organization.update-member-role`; null for requests that change no organization. */
function organizationOperation(request: Request): string | null {
  const [, action] = /\/organization\/([\w-]+)\/?$/.exec(new URL(request.url).pathname) ?? [];
  return request.method === 'GET' || action === undefined ? null : `organization.${action}`;
}
