/**
 * Answers one request to /mcp: identifies the caller, applies the limits and finds the tool. What is refused before a tool is reached
 * is refused over HTTP, so that a client knows whether to reconnect or to ask for a wider scope.
 */
import { createMcpHandler, type AuthInfo, type McpHttpHandler } from '@modelcontextprotocol/server';
import { DomainError } from '@/domain/errors';
import { fieldsOf } from '@/domain/fields';
import { MCP_SCOPE_NAMES } from '@/domain/mcp';
import type { RateVerdict } from '@/domain/rate-limit';
import { env } from '@/env';
import { internalError, reportableFailure } from '@/server/api/failure';
import { newRequestId } from '@/server/platform/ids';
import { log } from '@/server/platform/log';
import { identifyAssistant, mcpResource, type McpAccess } from '@/server/access/mcp-access';
import { errorResponse } from '@/server/rest/errors';
import { parseJsonObject } from '@/server/rest/json';
import { firstHeader, type RestRequest, type RestResponse } from '@/server/rest/message';
import { assertWithinRate, rateHeaders, takeRequest } from '@/server/rest/rate';
import { record } from '@/server/rest/record';
import { toolCatalog } from './catalog';
import { RESOURCE_METADATA_PATH } from './discovery';
import { toolServer, type McpCall } from './server';

/** What is learned about a request along the way, for its headers and its log line. */
interface Exchange {
  readonly requestId: string;
  readonly startedAt: number;
  access?: McpAccess;
  rate?: RateVerdict;
  errorCode?: string;
  sent?: Uint8Array;
}

const PASSED_ON = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id'];
const ALWAYS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

let protocol: McpHttpHandler | undefined;
/** Speaks the current protocol revision and earlier ones. Subscriptions are off: nothing a client could listen for ever changes. */
const speak = (): McpHttpHandler =>
  // `answer` puts the call there.
  (protocol ??= createMcpHandler(({ authInfo, era }) => toolServer(authInfo?.extra?.call as McpCall, era), {
    maxSubscriptions: 0,
    onerror: (error) => log().debug({ err: error }, 'a call to the tool server was not understood'),
  }));

export async function handleMcp(request: RestRequest): Promise<RestResponse> {
  const exchange: Exchange = { requestId: newRequestId(), startedAt: performance.now() };
  const response = await answer(request, exchange).catch((error: unknown) => refusal(request, error, exchange));
  const { requestId, startedAt, access, errorCode, sent } = exchange;
  record(
    request,
    { requestId, startedAt, route: request.path, caller: access?.caller, clientName: access?.clientName, errorCode, sent },
    response,
  );
  return { ...response, headers: { ...response.headers, ...ALWAYS, ...rateHeaders(exchange.rate), 'X-Request-ID': requestId } };
}

async function answer(request: RestRequest, exchange: Exchange): Promise<RestResponse> {
  assertOwnOrigin(request);
  const now = Date.now();
  const access = (exchange.access = await identifyAssistant(firstHeader(request, 'authorization'), now));
  exchange.rate = await takeRequest(access.caller.organization);
  assertWithinRate(exchange.rate);
  if (request.method !== 'POST')
    throw new DomainError('method_not_allowed', 'The tool server supports POST only.', { details: { allow: ['POST'] } });
  const posted = parseJsonObject((exchange.sent = await request.readBody()));
  assertGranted(posted, access);
  const call: McpCall = { access, requestId: exchange.requestId, ip: request.remoteAddress ?? null };
  const authInfo: AuthInfo = { token: '', clientId: access.grantId, scopes: [...access.scopes], extra: { call } };
  const response = await speak().fetch(asWebRequest(request, posted), { authInfo, parsedBody: posted });
  // No response here is an open-ended stream, so the body can be read whole.
  return { status: response.status, headers: Object.fromEntries(response.headers), body: response.body && (await response.text()) };
}

function asWebRequest(request: RestRequest, posted: unknown): Request {
  const headers = new Headers(PASSED_ON.flatMap((name) => request.header(name).map((value): [string, string] => [name, value])));
  return new Request(mcpResource(), { method: 'POST', headers, body: JSON.stringify(posted) });
}

/** A browser sends the origin of the page; only pages of this deployment may call the tool server. */
function assertOwnOrigin(request: RestRequest): void {
  const origin = firstHeader(request, 'origin');
  if (origin !== undefined && origin !== new URL(env().PUBLIC_URL).origin)
    throw new DomainError('invalid_origin', 'Pages of other sites cannot use the tool server.');
}

/** @throws DomainError mcp_capability_denied, mcp_scope_required. */
function assertGranted({ method, params }: Readonly<Record<string, unknown>>, { scopes }: McpAccess): void {
  if (method !== 'tools/call') return;
  const { name } = fieldsOf(params);
  const tool = typeof name === 'string' ? toolCatalog().get(name) : undefined;
  if (!tool)
    throw new DomainError('mcp_capability_denied', 'There is no such tool here: assistants only read; changes go through the API.');
  if (!scopes.has(tool.scope))
    throw new DomainError('mcp_scope_required', `This tool needs the scope \`${tool.scope}\`; connect again and ask for it.`, {
      details: { scope: tool.scope },
    });
}

function refusal(request: RestRequest, error: unknown, exchange: Exchange): RestResponse {
  const failure = reportableFailure(error) ?? internalError();
  exchange.errorCode = failure.code;
  if (failure.status >= 500) log().error({ request_id: exchange.requestId, err: error }, 'a request to the tool server failed');
  const response = errorResponse(failure, { requestId: exchange.requestId, baseUrl: env().PUBLIC_URL });
  const challenge = challengeOf(failure, firstHeader(request, 'authorization') !== undefined);
  return challenge === null ? response : { ...response, headers: { ...response.headers, 'WWW-Authenticate': challenge } };
}

/** Tells a client where to start, or which scope to ask for in addition (RFC 6750, RFC 9728). */
function challengeOf({ status, code, details }: DomainError, tokenSent: boolean): string | null {
  const metadata = `resource_metadata="${env().PUBLIC_URL}${RESOURCE_METADATA_PATH}"`;
  if (status === 401) return `Bearer ${tokenSent ? 'error="invalid_token", ' : ''}${metadata}, scope="${MCP_SCOPE_NAMES.join(' ')}"`;
  return code === 'mcp_scope_required' ? `Bearer error="insufficient_scope", scope="${String(details?.scope)}", ${metadata}` : null;
}
