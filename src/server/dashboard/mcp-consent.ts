/** Handles the page on which a person allows or denies an assistant: consent creates the grant together with its authorization code. */
import { z } from 'zod';
import { McpGrantChoice } from '@/contract/mcp-grant';
import { documentHost } from '@/domain/client-document';
import { DomainError } from '@/domain/errors';
import { fieldsOf } from '@/domain/fields';
import { GRANTED_PROGRAMS_MAX, isMcpScope, type McpScope } from '@/domain/mcp';
import { env } from '@/env';
import { reportableFailure } from '@/server/api/failure';
import { choosablePrograms, findOauthClient } from '@/server/db/repositories/organizations/mcp-grants';
import { newRequestId } from '@/server/platform/ids';
import { actingAs } from '@/server/db/audit-scope';
import { allowAssistant, clientName, hostOf } from '@/server/services/organizations/assistants';
import { dashboardAuth } from './auth';
import { clientAddress, isSameOrigin } from './request';
import { handingOver } from './oauth-provider';
import { dashboardSession, type DashboardSession } from './session';

const Answer = z.object({ accept: z.boolean(), oauth_query: z.string().max(8_000), choice: McpGrantChoice.optional() });

/** What an assistant asks for, to be shown to the person. */
interface ConsentRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

interface ConnectionRequest {
  readonly clientName: string;
  /** The host of the document that vouches for the client's name; null when the client registered itself and nobody vouches for it. */
  readonly documentHost: string | null;
  readonly redirectHost: string;
  readonly scopes: readonly McpScope[];
}

const isSignedByUs = (query: URLSearchParams): boolean => query.has('sig') && query.has('exp');

/** The connection request in the consent page's query; null when the sign-in service did not make it or it has expired. */
export async function connectionRequest(query: string, now: number): Promise<ConnectionRequest | null> {
  const params = new URLSearchParams(query);
  if (!isSignedByUs(params) || Number(params.get('exp')) * 1000 < now) return null;
  const { clientId, redirectUri, scopes } = askedBy(params);
  const client = await findOauthClient(clientId);
  if (!client || !URL.canParse(redirectUri)) return null;
  return {
    clientName: clientName(client.name),
    documentHost: documentHost(client.client_id),
    redirectHost: hostOf(redirectUri),
    scopes: scopes.filter(isMcpScope),
  };
}

interface ChoosableOrganization {
  readonly id: string;
  readonly name: string;
  readonly programs: readonly { readonly id: string; readonly name: string }[];
}

/** What the person can let an assistant read, with the organization in view first. */
export async function connectionChoices({ user, active, memberships }: DashboardSession): Promise<ChoosableOrganization[]> {
  const programs = await choosablePrograms(user.id, GRANTED_PROGRAMS_MAX);
  return [active, ...memberships.filter((membership) => membership !== active)].flatMap((membership) =>
    membership
      ? [
          {
            id: membership.organization_id,
            name: membership.name,
            programs: programs
              .filter(({ organization_id }) => organization_id === membership.organization_id)
              .map(({ id, name }) => ({ id, name })),
          },
        ]
      : [],
  );
}

function askedBy(params: URLSearchParams): ConsentRequest {
  return {
    clientId: params.get('client_id') ?? '',
    redirectUri: params.get('redirect_uri') ?? '',
    scopes: (params.get('scope') ?? '').split(' '),
  };
}

export async function answerConsent(request: Request): Promise<Response> {
  try {
    return await decided(request);
  } catch (error) {
    const failure = reportableFailure(error);
    if (!failure) throw error;
    return Response.json({ code: failure.code, message: failure.message }, { status: failure.status });
  }
}

async function decided(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers)) throw new DomainError('invalid_origin', 'This answer did not come from a page of the dashboard.');
  const parsed = Answer.safeParse(
    await request
      .clone()
      .json()
      .catch(() => null),
  );
  if (!parsed.success) throw new DomainError('bad_request', 'Choose an organization, and at least one program.');
  const { accept, oauth_query, choice } = parsed.data;
  // Either way, the library checks that it signed the query itself.
  const hand = () =>
    dashboardAuth().handler(
      new Request(request.url, { method: 'POST', headers: request.headers, body: JSON.stringify({ accept, oauth_query }) }),
    );
  if (!accept) return hand();
  const session = await dashboardSession(request.headers);
  if (!session) throw new DomainError('authentication_required', 'You are signed out; reload the page and sign in.');
  if (!choice) throw new DomainError('bad_request', 'Choose the organization that the assistant may read.');
  const { user } = session;
  const call = { request_id: newRequestId(), ip: clientAddress(request.headers), operation: 'mcpGrants.allow' };
  return actingAs({ type: 'USER', id: user.id, ...call }, async () => {
    let response: Response | undefined;
    await allowAssistant(
      { userId: user.id, twoFactor: user.twoFactor },
      askedBy(new URLSearchParams(oauth_query)),
      choice,
      new Date(),
      async (grantId) => {
        response = await handingOver(grantId, hand);
        return issuedCode(response.clone());
      },
    );
    return response ?? Response.error();
  });
}

/** Whether the library redirects to the assistant with a code, rather than to a page of the dashboard. */
async function issuedCode(response: Response): Promise<boolean> {
  if (!response.ok) return false;
  const { url } = fieldsOf(await response.json());
  return typeof url === 'string' && URL.canParse(url, env().PUBLIC_URL) && new URL(url, env().PUBLIC_URL).searchParams.has('code');
}
