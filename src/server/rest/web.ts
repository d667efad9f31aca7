/** Serves the API through web requests, for hosts without the node:http listener in front. */
import { boundedBody, webBody } from '@/server/platform/input/request-body';
import { textStream } from '@/server/platform/text-stream';
import { handleRest } from './handler';
import { MAX_BODY_BYTES, type RequestHandler, type RestRequest, type RestResponse } from './message';

/** Adapts a handler to web requests. */
export const webHandler =
  (handle: RequestHandler) =>
  async (request: Request): Promise<Response> => {
    const { status, headers, body } = await handle(fromWeb(request));
    return new Response(request.method === 'HEAD' ? null : bodyOf(body), { status, headers });
  };

export const handleWeb = webHandler(handleRest);

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
    openBody: (maxBytes) => boundedBody(webBody(request), maxBytes),
    remoteAddress: undefined,
  };
}

async function readBounded(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of boundedBody(webBody(request), MAX_BODY_BYTES)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
