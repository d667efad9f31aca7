/**
 * Answers one /v1 request: finds the procedure, identifies the caller, gathers the input, calls the procedure and presents its result.
 * Every failure leaves here in the contract's form, with a request id.
 */
import { DomainError } from '@/domain/errors';
import { fieldsOf } from '@/domain/fields';
import type { RateVerdict } from '@/domain/rate-limit';
import { env } from '@/env';
import { newReply, type ApiContext, type Reply } from '@/server/api/context';
import { internalError, reportableFailure } from '@/server/api/failure';
import { csvOfReply } from '@/server/api/csv-export';
import { fileName, type DeclaredFile, type Route } from '@/server/api/route';
import { appRouter } from '@/server/api/root';
import { authenticate, type Caller } from '@/server/access/auth';
import { organizationClock } from '@/server/platform/context';
import { csvWriter } from '@/server/platform/input/csv';
import { newRequestId } from '@/server/platform/ids';
import { log } from '@/server/platform/log';
import { asRequest } from '@/server/platform/pressure';
import { begun, watched } from '@/server/platform/text-stream';
import { wantsCsv } from './accept';
import { compressed } from './encoding';
import { errorResponse } from './errors';
import { requestKey } from './idempotency-key';
import { gatherInput } from './input';
import { firstHeader, type RestRequest, type RestResponse } from './message';
import { assertWithinRate, rateHeaders, takeRequest } from './rate';
import { record } from './record';
import { fieldsInReach, RouteTable, type Match } from './route-table';

/** What is learned about a request along the way, for its headers and its log line. */
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

/** One table per bundle: the errors its procedures throw must be of the classes recognised here. */
let table: RouteTable | undefined;
const routes = () => (table ??= new RouteTable(appRouter));

const ALWAYS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

export async function handleRest(request: RestRequest): Promise<RestResponse> {
  const exchange: Exchange = { requestId: newRequestId(), startedAt: performance.now() };
  const response = await asRequest(() => answer(remembering(request, exchange), exchange)).catch((error: unknown) =>
    refusal(error, exchange),
  );
  const headers = { ...response.headers, ...ALWAYS, ...rateHeaders(exchange.rate), 'X-Request-ID': exchange.requestId };
  return { ...response, headers, body: recorded(request, response, exchange) };
}

/** Returns the body and records the request; for a streamed body, once it was read to its end or broke off. */
function recorded(request: RestRequest, response: RestResponse, exchange: Exchange): RestResponse['body'] {
  const { requestId, startedAt, match, caller, errorCode, sent } = exchange;
  const route = match?.endpoint.route.path ?? null;
  const note = (code: string | undefined, bytes?: number): void =>
    record(request, { requestId, startedAt, route, caller, errorCode: code, sent, bytes }, response);
  const { body } = response;
  if (body === null || typeof body === 'string') {
    note(errorCode);
    return body;
  }
  return watched(body, (ending, bytes) => {
    if (ending.kind === 'BROKEN') log().error({ request_id: requestId, err: ending.error }, 'an answer broke off');
    note(ending.kind === 'WHOLE' ? undefined : ending.kind === 'LEFT' ? 'request_canceled' : codeOf(ending.error), bytes);
  });
}

const codeOf = (error: unknown): string => (reportableFailure(error) ?? internalError()).code;

/** The request, with its body kept for the log once it is read. */
function remembering(request: RestRequest, exchange: Exchange): RestRequest {
  return { ...request, readBody: async () => (exchange.sent = await request.readBody()) };
}

async function answer(request: RestRequest, exchange: Exchange): Promise<RestResponse> {
  const now = Date.now();
  const match = (exchange.match = await findRoute(request, exchange, now));
  const caller = (exchange.caller = await identify(request, now));
  assertReaches(caller, match);
  exchange.rate = await takeRequest(caller.organization);
  assertWithinRate(exchange.rate);
  const { input, body, upload } = await gatherInput(match, request);
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
    upload,
    ip: request.remoteAddress ?? null,
    everyRow: isWholeFile(request, route, input),
  };
  const result: unknown = await procedure({
    ctx,
    path: name,
    type: procedure._def.type,
    getRawInput: () => Promise.resolve(input),
    signal: undefined,
    batchIndex: 0,
  });
  const { file } = match.endpoint.route;
  // A route that declares a file gives its text in pieces.
  if (file) return compressed(request, await fileResponse(request, file, ctx, result as AsyncIterable<string>));
  return reply.rows ? compressed(request, await rowsResponse(request, route, reply)) : success(request, match, reply, result, input);
}

/** Whether the answer is a CSV file of the whole list, not of one page of it. */
const isWholeFile = (request: RestRequest, { csv }: Route, input: Readonly<Record<string, unknown>>): boolean =>
  csv !== undefined && wantsCsv(request, input) && input.limit === undefined && input.cursor === undefined;

/** @throws DomainError as the route table does; rate_limit_exceeded when unmatched requests exceed the limit. */
async function findRoute(request: RestRequest, exchange: Exchange, now: number): Promise<Match> {
  try {
    return routes().find(request.method, request.path);
  } catch (error) {
    // Counted and logged for its caller like any other request; refused just the same when it has no valid caller.
    exchange.caller = await identify(request, now).catch(() => undefined);
    exchange.rate = await takeRequest(exchange.caller?.organization ?? null);
    assertWithinRate(exchange.rate);
    throw error;
  }
}

/** Reads the first piece before answering, so that an immediate failure becomes an error and not a broken file. */
async function fileResponse(
  request: RestRequest,
  file: DeclaredFile,
  { reply, clock }: ApiContext,
  pieces: AsyncIterable<string>,
): Promise<RestResponse> {
  const headers = {
    ...reply.headers,
    'Content-Type': file.type,
    'Content-Disposition': `attachment; filename="${fileName(file, clock.now())}"`,
  };
  return { status: 200, headers, body: request.method === 'HEAD' ? null : await begun(pieces) };
}

/** As `fileResponse` does, with every row that the procedure left in its reply. */
async function rowsResponse(request: RestRequest, route: Route, reply: Reply): Promise<RestResponse> {
  const headers = { ...reply.headers, ...csvHeaders(route) };
  return { status: 200, headers, body: request.method === 'HEAD' ? null : await begun(csvOfReply(route, reply)) };
}

const csvHeaders = ({ path }: Route): Record<string, string> => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${path.split('/').at(-1)}.csv"`,
  Vary: 'Accept',
});

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

/** Rejects the wrong kind of key before any input is read; the procedure itself would reject it too. */
function assertReaches({ actor }: Caller, { endpoint }: Match): void {
  const isAdmin = actor.kind === 'ADMIN_KEY';
  if (endpoint.route.admin && !isAdmin)
    throw new DomainError('admin_key_required', 'This route takes only the admin key of the deployment.');
  if (!endpoint.route.admin && isAdmin)
    throw new DomainError('org_key_required', 'This route takes the key of an organization, not the admin key.');
}

function success(request: RestRequest, { endpoint }: Match, reply: Reply, result: unknown, input: Record<string, unknown>): RestResponse {
  const { statuses, location, csv } = endpoint.route;
  const status = reply.status ?? statuses[0];
  const headers = { ...reply.headers };
  if (status === 204) return { status, headers, body: null };
  if (csv) headers.Vary = 'Accept';
  if (csv && wantsCsv(request, input)) {
    const { header, lines } = csvWriter(csv);
    // A list that is also served as CSV gives its rows in `data`.
    return { status, headers: { ...headers, ...csvHeaders(endpoint.route) }, body: header + lines((result as { data: object[] }).data) };
  }
  headers['Content-Type'] = 'application/json; charset=utf-8';
  if (status === 201 && location) headers.Location = filledIn(location, { ...input, ...fieldsOf(result) });
  return { status, headers, body: JSON.stringify(result) };
}

function filledIn(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function refusal(error: unknown, exchange: Exchange): RestResponse {
  const reach = exchange.match && fieldsInReach(exchange.match.endpoint);
  const failure = reportableFailure(error, exchange.input, reach) ?? internalError();
  exchange.errorCode = failure.code;
  if (failure.status >= 500) log().error({ request_id: exchange.requestId, err: error }, 'a request failed');
  return errorResponse(failure, { requestId: exchange.requestId, baseUrl: env().PUBLIC_URL });
}
