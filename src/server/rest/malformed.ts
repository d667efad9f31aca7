/** Answers what never becomes an HTTP request for a handler, in the contract's form where the connection can still take an answer. */
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { DomainError } from '@/domain/errors';
import { env } from '@/env';
import { newRequestId } from '@/server/platform/ids';
import { errorResponse } from './errors';

/** How long the other side may take to read the answer before the connection is destroyed. */
const LINGER_MS = 2_000;

/** Call it once per server. */
export function answerMalformed(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket));
  // An unknown `Expect` header does not change the request.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Takes requests without a host, which node:http itself would reject in its own form, or without a path. */
export function unaddressedListener({ headers, httpVersion, url }: IncomingMessage, res: ServerResponse): boolean {
  if (headers.host === undefined && httpVersion === '1.1') return answered(res, refusalFor('no_host'));
  return url?.startsWith('/') ? false : answered(res, refusalFor('no_path'));
}

const WEB_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Takes requests that cannot be converted to a web request; goes before listeners that do so. */
export function unwebbedListener({ method = 'GET', url = '/' }: IncomingMessage, res: ServerResponse): boolean {
  if (!WEB_METHODS.includes(method)) {
    const message = `This path supports ${WEB_METHODS.join(', ')} at most.`;
    return answered(res, new DomainError('method_not_allowed', message, { details: { allow: WEB_METHODS } }));
  }
  const [path = url] = url.split('?');
  return isDecodable(path) ? false : answered(res, refusalFor('invalid_encoding'));
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Takes requests of the pages' router whose state cannot be read. @param read throws for such a state. */
export const unreadableRouterListener =
  (read: (state: string | string[]) => unknown) =>
  ({ headers }: IncomingMessage, res: ServerResponse): boolean => {
    const state = headers['next-router-state-tree'];
    if (state === undefined) return false;
    try {
      read(state);
      return false;
    } catch {
      return answered(res, refusalFor('invalid_router_state'));
    }
  };

function answered(res: ServerResponse, failure: DomainError): true {
  const { status, headers, text } = answerOf(failure);
  res.writeHead(status, headers).end(text);
  return true;
}

/** The property in which Node keeps the response that a connection is waiting for. */
type Connection = Duplex & { readonly _httpMessage?: unknown };

/** Anything that follows on the connection cannot be parsed either; it fails the same way and is ignored. */
function refuse(error: NodeJS.ErrnoException, socket: Connection): void {
  // A refusal sent in place of a pending response would be taken for that response.
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage) return void socket.destroy();
  if (socket.writableEnded) return;
  socket.end(written(failureOf(error)));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function failureOf({ code }: NodeJS.ErrnoException): DomainError {
  return refusalFor(
    code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'incomplete' : 'malformed',
  );
}

const refusalFor = (reason: keyof typeof SENTENCES): DomainError =>
  new DomainError('bad_request', SENTENCES[reason], { details: { reason } });

const SENTENCES = {
  headers_too_large: 'The address and headers of a request may take 16 KiB together.',
  incomplete: 'The request did not arrive in time.',
  no_host: 'A request of HTTP/1.1 names the host it is sent to, in the header `Host`.',
  no_path: 'A request names the path that it is about, which begins with a slash.',
  invalid_encoding: 'The path is not properly percent-encoded UTF-8.',
  invalid_router_state: 'The header `Next-Router-State-Tree` is not one that the pages send.',
  malformed: 'This is not a request that the service can read.',
};

function answerOf(failure: DomainError) {
  const requestId = newRequestId();
  const { status, headers, body } = errorResponse(failure, { requestId, baseUrl: env().PUBLIC_URL });
  const text = String(body);
  const always = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-ID': requestId,
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  };
  return { status, headers: { ...headers, ...always }, text };
}

function written(failure: DomainError): string {
  const { status, headers, text } = answerOf(failure);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n');
}
