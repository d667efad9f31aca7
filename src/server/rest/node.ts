/** Serves the API and its public pages from node:http, in front of whatever serves the rest of the site. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '@/domain/errors';
import { log } from '@/server/log';
import { handleRest } from './handler';
import { MAX_BODY_BYTES, type RestRequest, type RestResponse } from './message';
import { handlePage, isPagePath } from './pages';

/**
 * A listener that takes the paths of the API and its pages.
 * @returns false, having touched nothing, when the path belongs to someone else.
 */
export function restListener(): (req: IncomingMessage, res: ServerResponse) => boolean {
  return (req, res) => {
    const target = req.url ?? '/';
    const at = target.indexOf('?');
    const path = at < 0 ? target : target.slice(0, at);
    const handle = isApiPath(path) ? handleRest : isPagePath(path) ? handlePage : null;
    if (!handle) return false;
    const request = fromNode(req, path, at < 0 ? '' : target.slice(at + 1));
    void handle(request).then(
      (response) => send(req, res, response),
      () => res.destroy(),
    );
    return true;
  };
}

export const isApiPath = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');

function fromNode(req: IncomingMessage, path: string, query: string): RestRequest {
  let body: Promise<Uint8Array> | undefined;
  return {
    method: req.method ?? 'GET',
    path,
    query,
    header: (name) => req.headersDistinct[name] ?? [],
    readBody: () => (body ??= readBounded(req)),
    remoteAddress: req.socket.remoteAddress,
  };
}

const tooLarge = () => new DomainError('request_too_large', 'The body is larger than 1 MiB; send less at a time.');

async function readBounded(req: IncomingMessage): Promise<Uint8Array> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function send(req: IncomingMessage, res: ServerResponse, { status, headers, body }: RestResponse): void {
  const length = typeof body === 'string' ? { 'Content-Length': Buffer.byteLength(body) } : {};
  // What is left of a body that nobody will read must not be taken for the next request.
  const close = req.complete || !hasBody(req) ? {} : { Connection: 'close' };
  res.writeHead(status, { ...headers, ...length, ...close });
  if (req.method === 'HEAD' || body === null || typeof body === 'string') res.end(req.method === 'HEAD' ? undefined : (body ?? undefined));
  else void sendPieces(res, body);
}

/** As fast as the other side reads. What breaks off on either side ends the connection, so that half an answer is never taken for a whole one. */
async function sendPieces(res: ServerResponse, pieces: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(pieces), res).catch((error: unknown) => {
    if (!res.destroyed || !isDisconnect(error)) log().error({ err: error }, 'an answer broke off');
    res.destroy();
  });
}

const isDisconnect = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET' || error.code === 'EPIPE');

const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
