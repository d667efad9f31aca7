/** Serves the API through web requests, for hosts that have no node:http listener of ours in front. */
import { DomainError } from '@/domain/errors';
import { textStream } from '@/server/text-stream';
import { handleRest } from './handler';
import { MAX_BODY_BYTES, type RestRequest, type RestResponse } from './message';

export async function handleWeb(request: Request): Promise<Response> {
  const { status, headers, body } = await handleRest(fromWeb(request));
  return new Response(request.method === 'HEAD' ? null : bodyOf(body), { status, headers });
}

const bodyOf = (body: RestResponse['body']): BodyInit | null => (body === null || typeof body === 'string' ? body : textStream(body));

function fromWeb(request: Request): RestRequest {
  const { pathname, search } = new URL(request.url);
  let body: Promise<Uint8Array> | undefined;
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    header: (name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [value];
    },
    readBody: () => (body ??= readBounded(request)),
    remoteAddress: undefined,
  };
}

async function readBounded(request: Request): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MAX_BODY_BYTES) throw new DomainError('request_too_large', 'The body is larger than 1 MiB; send less at a time.');
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}
