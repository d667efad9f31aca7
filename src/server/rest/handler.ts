/**
 * Answers one /v1 request: finds its procedure, knows its caller, gathers its input, calls it, and
 * presents what came of it. Every failure leaves here in the contract's form, with a request id.
 */
import { DomainError } from '@/domain/errors';
import { env } from '@/env';
import { newReply, type ApiContext, type Reply } from '@/server/api/context';
import { internalError, reportableFailure } from '@/server/api/failure';
import { appRouter } from '@/server/api/root';
import { authenticate, type Caller } from '@/server/auth';
import { organizationClock } from '@/server/context';
import { log } from '@/server/log';
import { RateLimiter, type RateVerdict } from '@/server/rate-limit';
import { singleton } from '@/server/singleton';
import { toCsv, wantsCsv } from './csv';
import { errorResponse } from './errors';
import { requestKey } from './idempotency-key';
import { gatherInput } from './input';
import { firstHeader, newRequestId, type RestRequest, type RestResponse } from './message';
import { RouteTable, type Match } from './route-table';
import { record } from './record';

/** What is learned about a request on its way, for its headers and its log line. */
interface Exchange {
  readonly requestId: string;
  readonly startedAt: number;
  match?: Match;
  caller?: Caller;
  rate?: RateVerdict;
  input?: unknown;
  errorCode?: string;
  sent?: Uint8Array;
}

/** Of this bundle: what its procedures throw is of the classes that are recognised here. */
let table: RouteTable | undefined;
const routes = () => (table ??= new RouteTable(appRouter));
const limiter = () =>
  singleton('rate-limiter', () => new RateLimiter({ perSecond: env().RATE_LIMIT_PER_SECOND, burst: env().RATE_LIMIT_BURST }));

const ALWAYS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

export async function handleRest(request: RestRequest): Promise<RestResponse> {
  const exchange: Exchange = { requestId: newRequestId(), startedAt: performance.now() };
  const response = await answer(remembering(request, exchange), exchange).catch((error: unknown) => refusal(error, exchange));
  const { requestId, startedAt, match, caller, errorCode, sent } = exchange;
  record(request, { requestId, startedAt, route: match?.endpoint.route.path ?? null, caller, errorCode, sent }, response);
  const headers = { ...response.headers, ...ALWAYS, ...rateHeaders(exchange.rate), 'X-Request-ID': exchange.requestId };
  return { ...response, headers };
}

/** The request, whose body the log will know of once it is read. */
function remembering(request: RestRequest, exchange: Exchange): RestRequest {
  return { ...request, readBody: async () => (exchange.sent = await request.readBody()) };
}

async function answer(request: RestRequest, exchange: Exchange): Promise<RestResponse> {
  const match = (exchange.match = routes().find(request.method, request.path));
  const now = Date.now();
  const caller = (exchange.caller = await identify(request, now));
  assertReaches(caller, match);
  limit(caller, exchange, now);
  const { input, body } = await gatherInput(match, request);
  exchange.input = input;
  const { name, procedure, route } = match.endpoint;
  const reply = newReply();
  const ctx: ApiContext = {
    requestId: exchange.requestId,
    actor: caller.actor,
    organization: caller.organization,
    clock: organizationClock(caller.organization?.clockOffsetMs ?? 0),
    idempotencyKey: requestKey(route.idempotency, request.header('idempotency-key'), body),
    reply,
    ip: request.remoteAddress ?? null,
  };
  const result: unknown = await procedure({
    ctx,
    path: name,
    type: procedure._def.type,
    getRawInput: () => Promise.resolve(input),
    signal: undefined,
    batchIndex: 0,
  });
  return success(request, match, reply, result, input);
}

function identify(request: RestRequest, now: number): Promise<Caller> {
  return authenticate(
    {
      authorization: firstHeader(request, 'authorization'),
      apiKey: firstHeader(request, 'x-api-key'),
      onBehalfOf: firstHeader(request, 'x-on-behalf-of'),
    },
    now,
  );
}

/** Refuses the wrong kind of key before anything is read; the procedure itself would refuse it too. */
function assertReaches({ actor }: Caller, { endpoint }: Match): void {
  const isAdmin = actor.kind === 'ADMIN_KEY';
  if (endpoint.route.admin && !isAdmin)
    throw new DomainError('admin_key_required', 'This route takes only the admin key of the deployment.');
  if (!endpoint.route.admin && isAdmin)
    throw new DomainError('org_key_required', 'This route takes the key of an organization, not the admin key.');
}

/** The admin key is the operator's own and is not limited. */
function limit({ organization }: Caller, exchange: Exchange, now: number): void {
  if (!organization || !limiter().enabled) return;
  exchange.rate = limiter().take(organization.id, now);
  if (!exchange.rate.allowed)
    throw new DomainError('rate_limit_exceeded', `Too many requests; try again in ${exchange.rate.retryAfter} seconds.`);
}

function rateHeaders(rate: RateVerdict | undefined): Record<string, string> {
  if (!rate) return {};
  const headers = {
    'X-RateLimit-Limit': String(rate.limit),
    'X-RateLimit-Remaining': String(rate.remaining),
    'X-RateLimit-Reset': String(rate.resetAt),
  };
  return rate.allowed ? headers : { ...headers, 'Retry-After': String(rate.retryAfter) };
}

function success(request: RestRequest, { endpoint }: Match, reply: Reply, result: unknown, input: Record<string, unknown>): RestResponse {
  const { statuses, location, csv, file, path } = endpoint.route;
  const status = reply.status ?? statuses[0];
  const headers = { ...reply.headers };
  if (status === 204) return { status, headers, body: null };
  if (file) {
    headers['Content-Type'] = file.type;
    headers['Content-Disposition'] = `attachment; filename="${file.name}"`;
    return { status, headers, body: result as AsyncIterable<string> };
  }
  if (csv) headers.Vary = 'Accept';
  if (csv && wantsCsv(request, input)) {
    headers['Content-Type'] = 'text/csv; charset=utf-8';
    headers['Content-Disposition'] = `attachment; filename="${path.split('/').at(-1)}.csv"`;
    return { status, headers, body: toCsv(csv, (result as { data: Record<string, unknown>[] }).data) };
  }
  headers['Content-Type'] = 'application/json; charset=utf-8';
  if (status === 201 && location) headers.Location = filledIn(location, { ...input, ...(result as Record<string, unknown>) });
  return { status, headers, body: JSON.stringify(result) };
}

function filledIn(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function refusal(error: unknown, exchange: Exchange): RestResponse {
  const failure = reportableFailure(error, exchange.input) ?? internalError();
  exchange.errorCode = failure.code;
  if (failure.status >= 500) log().error({ request_id: exchange.requestId, err: error }, 'a request failed');
  return errorResponse(failure, { requestId: exchange.requestId, baseUrl: env().PUBLIC_URL });
}
