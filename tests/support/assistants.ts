/** Connects assistants as a client library does: registers, sends a person to the consent page, and exchanges the code for tokens. */
import { createHash, randomBytes } from 'node:crypto';
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { MCP_SCOPE_NAMES } from '@/domain/mcp';
import { answerAuth } from '@/server/dashboard/answer-auth';
import { origin } from './api';
import { REDIRECT } from './client-documents';
import { send, type RawAnswer } from './http';
import { callAuth, ORIGIN, ownedOrganization, type AuthAnswer, type OwnedOrganization, type Person } from './people';

export const RESOURCE = `${ORIGIN}/mcp`;
export const CLIENT_NAME = 'Test assistant';

const secret = (): string => randomBytes(32).toString('base64url');
const anyAddress = (): string => `10.9.${randomBytes(2).join('.')}`;

/** Posts a form to the authorization server, as clients do. */
export async function postForm(path: string, fields: Record<string, string>): Promise<AuthAnswer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-client-address': anyAddress() };
  const response = await answerAuth(
    new Request(`${ORIGIN}/api/auth${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) }),
  );
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>, cookie: '' };
}

/** @param metadata added to what every native client sends. */
export async function registerClient(metadata: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await callAuth(
    '/oauth2/register',
    {
      client_name: CLIENT_NAME,
      application_type: 'native',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...metadata,
    },
    { origin: '' },
  );
  if (status !== 201) throw new Error(`registration was refused: ${JSON.stringify(body)}`);
  return String(body.client_id);
}

export interface Asking {
  readonly clientId: string;
  readonly verifier: string;
  /** The first redirect that the browser gets. */
  readonly location: URL;
}

/** Sends a person's browser to the authorization server. @param changes parameters to override; undefined omits one. */
export async function ask(person: Person | null, clientId: string, changes: Record<string, string | undefined> = {}): Promise<Asking> {
  const verifier = secret();
  const response = await authorize(person, clientId, verifier, changes);
  return { clientId, verifier, location: new URL(response.headers.get('location') ?? '/nowhere', ORIGIN) };
}

/** What the authorization server answers the browser. @param accept defaults to what browsers send on navigation. */
export function authorize(
  person: Person | null,
  clientId: string,
  verifier: string,
  changes: Record<string, string | undefined> = {},
  accept?: string,
): Promise<Response> {
  const params = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    scope: [...MCP_SCOPE_NAMES, 'offline_access'].join(' '),
    state: 'as-it-was',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: RESOURCE,
    ...changes,
  };
  const query = new URLSearchParams(Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const headers = { 'x-client-address': anyAddress(), ...(person && { cookie: person.cookie }), ...(accept !== undefined && { accept }) };
  return answerAuth(new Request(`${ORIGIN}/api/auth/oauth2/authorize?${query.toString()}`, { headers }));
}

export interface Choice {
  readonly organization_id: string;
  readonly program_ids: readonly string[] | null;
}

/** Submits the consent page. @param choice null: refuses. */
export const consent = (person: Person, { location }: Asking, choice: Choice | null): Promise<AuthAnswer> =>
  person.auth('/oauth2/consent', { accept: choice !== null, oauth_query: location.search.slice(1), ...(choice ? { choice } : {}) });

export interface Tokens {
  readonly clientId: string;
  readonly access: string;
  readonly refresh: string;
}

export const tradeCode = (asking: Asking, code: string, changes: Record<string, string> = {}): Promise<AuthAnswer> =>
  postForm('/oauth2/token', {
    grant_type: 'authorization_code',
    client_id: asking.clientId,
    code,
    code_verifier: asking.verifier,
    redirect_uri: REDIRECT,
    resource: RESOURCE,
    ...changes,
  });

export const tokensOf = (clientId: string, { body }: AuthAnswer): Tokens => ({
  clientId,
  access: String(body.access_token),
  refresh: String(body.refresh_token),
});

/** Runs the whole flow, from registration to tokens. */
export const connectAssistant = async (person: Person, choice: Choice, scopes?: readonly string[]): Promise<Tokens> =>
  connectClient(person, await registerClient(), choice, scopes && { scope: [...scopes, 'offline_access'].join(' ') });

/** Runs the flow of a registered client, from authorization request to tokens. */
export async function connectClient(person: Person, clientId: string, choice: Choice, changes?: Record<string, string>): Promise<Tokens> {
  const asking = await ask(person, clientId, changes);
  const allowed = await consent(person, asking, choice);
  const code = URL.parse(String(allowed.body.url))?.searchParams.get('code');
  if (!code) throw new Error(`no code was given: ${allowed.status} ${JSON.stringify(allowed.body)}`);
  const answer = await tradeCode(asking, code);
  if (answer.status !== 200) throw new Error(`the code was refused: ${JSON.stringify(answer.body)}`);
  return tokensOf(asking.clientId, answer);
}

/** An MCP client connected with a token. @param mode which protocol revisions it negotiates. */
export async function toolClient(token: string, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin()}/mcp`), { requestInit: { headers } }));
  return client;
}

/** A tool's result, whether it succeeds or fails. */
export async function callTool(client: Client, name: string, input: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { structuredContent, content } = (await client.callTool({ name, arguments: input })) as CallToolResult;
  const [first] = content;
  return (structuredContent ?? JSON.parse(first?.type === 'text' ? first.text : '{}')) as Record<string, unknown>;
}

/** Sends one raw protocol request over HTTP. */
export async function mcpRequest(
  token: string | null,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: RawAnswer['headers']; body: Record<string, unknown> }> {
  const answer = await send(origin(), {
    method: 'POST',
    path: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return { ...answer, body: answer.text.startsWith('{') ? (JSON.parse(answer.text) as Record<string, unknown>) : {} };
}

/** Whether the tool server still accepts a token; if not, why. */
export async function opens(token: string): Promise<unknown> {
  const { status, body } = await mcpRequest(token, 'tools/list');
  return status === 200 ? 'open' : { status, code: body.code };
}

/** An organization whose owner lets assistants read all of it. */
export async function openOrganization(): Promise<OwnedOrganization & { readonly choice: Choice }> {
  const its = await ownedOrganization();
  return { ...its, choice: { organization_id: its.id, program_ids: null } };
}
