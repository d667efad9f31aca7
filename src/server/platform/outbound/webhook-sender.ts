/**
 * Sends one webhook request and reports the outcome; it never throws and never exceeds its timeout. Redirects are not followed,
 * private addresses are not reached, and the response body is read only up to a limit.
 */
import type { LookupFunction } from 'node:net';
import { Agent, errors, request, type Dispatcher } from 'undici';
import type { Answer, NoAnswer } from '@/domain/webhooks/retry';
import { targetFault } from '@/domain/webhooks/target';
import { singleton } from '@/server/platform/singleton';
import { anyLookup, publicLookup, TargetNotAllowedError } from './webhook-target';

export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole attempt: DNS lookup, connection and response. */
  readonly timeoutMs: number;
  readonly allowPrivate: boolean;
  /** Aborts the attempt early; the report then says nothing about the endpoint unless it holds a response. */
  readonly cutShort?: AbortSignal | undefined;
}

interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The first 4 KiB, as text. */
  readonly body: string;
}

interface SendReport {
  readonly outcome: Answer | NoAnswer;
  readonly response: ResponseHead | null;
  readonly durationMs: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
const KEPT_BODY_BYTES = 4 * 1024;
/** A body up to this size is read to its end, so that the connection can be reused. */
const READ_BODY_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** @param dispatcher makes the connections; by default one that obeys `allowPrivate`. */
export async function sendWebhook(outgoing: Outgoing, dispatcher: Dispatcher = webhookAgent(outgoing.allowPrivate)): Promise<SendReport> {
  const started = performance.now();
  const finish = (outcome: Answer | NoAnswer, response: ResponseHead | null): SendReport => ({
    outcome,
    response,
    durationMs: Math.round(performance.now() - started),
  });
  const fault = targetFault(outgoing.url, outgoing.allowPrivate);
  if (fault) return finish({ code: 'target_not_allowed', message: 'The address of the endpoint is not allowed.' }, null);
  const timeout = AbortSignal.timeout(outgoing.timeoutMs);
  const signal = outgoing.cutShort ? AbortSignal.any([timeout, outgoing.cutShort]) : timeout;
  try {
    const answer = await request(outgoing.url, { method: 'POST', headers: outgoing.headers, body: outgoing.body, dispatcher, signal });
    const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, printable(String(value ?? ''))]));
    const body = await readHead(answer.body);
    return finish({ status: answer.statusCode, retryAfter: headers['retry-after'] ?? null }, { status: answer.statusCode, headers, body });
  } catch (error) {
    return finish(classify(error, timeout.aborted, outgoing.timeoutMs), null);
  }
}

/** Connections are kept alive for a while, in separate pools for those that may and may not reach private addresses. */
export function webhookAgent(allowPrivate: boolean): Agent {
  return singleton(allowPrivate ? 'webhook-agent-private' : 'webhook-agent', () =>
    newWebhookAgent(allowPrivate ? anyLookup() : publicLookup()),
  );
}

/** @param lookup resolves and vets host names; absent: the system resolver, without vetting. */
export function newWebhookAgent(lookup?: LookupFunction): Agent {
  return new Agent({
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: { timeout: CONNECT_TIMEOUT_MS, ...(lookup && { lookup }) },
  });
}

/** The status line decides the outcome, so a body that breaks off or trickles until the timeout only loses its own content. */
async function readHead(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      if (size < KEPT_BODY_BYTES) chunks.push(chunk);
      size += chunk.length;
      if (size > READ_BODY_BYTES) break;
    }
  } catch {
    body.destroy();
  }
  return printable(Buffer.concat(chunks).subarray(0, KEPT_BODY_BYTES).toString('utf8'));
}

/** Postgres text cannot hold NUL. */
const printable = (text: string): string => text.replaceAll('\u0000', '\ufffd');

const TLS_CODES = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH|INVALID_PURPOSE|PATH_LENGTH)/;

function classify(error: unknown, timedOut: boolean, timeoutMs: number): NoAnswer {
  if (timedOut) return { code: 'consumer_response_timeout', message: `The endpoint did not answer within ${timeoutMs / 1000} seconds.` };
  if (error instanceof TargetNotAllowedError)
    return { code: 'target_not_allowed', message: 'The host of the endpoint has no public address.' };
  if (error instanceof errors.ConnectTimeoutError)
    return { code: 'connection_error', message: 'No connection could be made within 10 seconds.' };
  const code = codeOf(error);
  if (TLS_CODES.test(code)) return { code: 'tls_error', message: `The TLS connection failed (${code}).` };
  const [, words] = WORDS.find(([codes]) => codes.test(code)) ?? [null, 'The connection failed'];
  return { code: 'connection_error', message: `${words} (${code}).` };
}

/** What happened, in words for someone who knows their endpoint but not this client. */
const WORDS: readonly (readonly [codes: RegExp, words: string])[] = [
  [/^ECONNREFUSED$/, 'The endpoint refused the connection'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'The endpoint closed the connection before it had answered'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The host of the endpoint is not known'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/, 'The host of the endpoint could not be reached'],
  [/HEADER(S)?_OVERFLOW$/, 'The headers of the answer are longer than 16 KiB'],
  [/^(HPE_|HTTPParserError$|UND_ERR_RES_CONTENT_LENGTH_MISMATCH$)/, 'What the endpoint sent is not an HTTP answer'],
];

/** When several addresses all refuse, a single error holds the others. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
