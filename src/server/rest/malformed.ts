/** Answers what is no HTTP request that a handler could be given, in the contract's form where the connection still takes an answer. */
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { DomainError } from '@/domain/errors';
import { env } from '@/env';
import { newRequestId } from '@/server/ids';
import { errorResponse } from './errors';

/** How long the other side may take to read the answer before the connection is gone. */
const LINGER_MS = 2_000;

/** To be called once with each server. */
export function answerMalformed(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket));
  // An expectation that nobody knows changes nothing in what is asked.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Takes the requests that node:http itself would refuse in a form of its own; a server before this is told to leave them to us. */
export function hostlessListener(req: IncomingMessage, res: ServerResponse): boolean {
  if (req.headers.host !== undefined || req.httpVersion !== '1.1') return false;
  const { status, headers, text } = answerOf(refusalFor('no_host'));
  res.writeHead(status, headers).end(text);
  return true;
}

/** Node keeps the answer that a connection waits for under this name. */
type Connection = Duplex & { readonly _httpMessage?: unknown };

/** What follows on the connection is no request either, so it fails in the same way and is passed over. */
function refuse(error: NodeJS.ErrnoException, socket: Connection): void {
  // A refusal in the place of an answer that is still to come would be taken for that answer.
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
