/** Serves the API and its public pages from node:http, ahead of whatever serves the rest of the site. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { only } from '@/domain/assert';
import { boundedBody, tooLarge } from '@/server/platform/input/request-body';
import type { Pieces } from '@/server/platform/text-stream';
import { handleRest } from './handler';
import { MAX_BODY_BYTES, type RequestHandler, type RestRequest, type RestResponse } from './message';
import { handlePage, isPagePath } from './pages';

/**
 * A listener for the paths that have a handler.
 * @returns false, having touched nothing, when the path belongs to someone else.
 */
export function nodeListener(handlerOf: (path: string) => RequestHandler | null): (req: IncomingMessage, res: ServerResponse) => boolean {
  return (req, res) => {
    const target = req.url ?? '/';
    const at = target.indexOf('?');
    const path = at < 0 ? target : target.slice(0, at);
    const handle = handlerOf(path);
    if (!handle) return false;
    const request = fromNode(req, path, at < 0 ? '' : target.slice(at + 1));
    void handle(request).then(
      (response) => send(req, res, response),
      () => res.destroy(),
    );
    return true;
  };
}

/** The API and its pages. */
export const restListener = () => nodeListener((path) => (isApiPath(path) ? handleRest : isPagePath(path) ? handlePage : null));

const isApiPath = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');

function fromNode(req: IncomingMessage, path: string, query: string): RestRequest {
  let body: Promise<Uint8Array> | undefined;
  return {
    method: req.method ?? 'GET',
    path,
    query,
    header: (name) => req.headersDistinct[name] ?? [],
    readBody: () => (body ??= readBounded(req)),
    openBody: (maxBytes) => {
      if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
      return boundedBody(chunksOf(req), maxBytes);
    },
    remoteAddress: req.socket.remoteAddress,
  };
}

/** A request whose body is no longer read can still be answered. */
const chunksOf = (req: IncomingMessage) => req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>; // without an encoding it gives bytes

async function readBounded(req: IncomingMessage): Promise<Uint8Array> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge(MAX_BODY_BYTES);
  const chunks: Uint8Array[] = [];
  for await (const chunk of boundedBody(chunksOf(req), MAX_BODY_BYTES)) chunks.push(chunk);
  return chunks.length === 1 ? only(chunks) : Buffer.concat(chunks);
}

function send(req: IncomingMessage, res: ServerResponse, { status, headers, body }: RestResponse): void {
  const length = typeof body === 'string' ? { 'Content-Length': Buffer.byteLength(body) } : {};
  // The rest of a body that nobody will read must not be taken for the next request.
  const close = req.complete || !hasBody(req) ? {} : { Connection: 'close' };
  res.writeHead(status, { ...headers, ...length, ...close });
  if (req.method === 'HEAD' || body === null || typeof body === 'string') res.end(req.method === 'HEAD' ? undefined : (body ?? undefined));
  else void sendPieces(res, body);
}

/** Sends at the reader's speed. A break on either side closes the connection, so that half a response never passes for a whole one. */
async function sendPieces(res: ServerResponse, pieces: Pieces): Promise<void> {
  await pipeline(Readable.from(pieces), res).catch(() => res.destroy());
}

const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
