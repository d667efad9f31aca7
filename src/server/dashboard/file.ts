/** Transfers files between a signed-in person and API procedures, as downloads or uploads, as /v1 does with a key. */
import type { AnyProcedure } from '@trpc/server';
import { DomainError, errorFamily } from '@/domain/errors';
import { internalError, reportableFailure } from '@/server/api/failure';
import { appRouter } from '@/server/api/root';
import type { ApiContext } from '@/server/api/context';
import { csvOfReply } from '@/server/api/csv-export';
import { metaOf, proceduresOf } from '@/server/api/procedure-parts';
import { fileName, type DeclaredFile, type Route } from '@/server/api/route';
import { newRequestId } from '@/server/platform/ids';
import { log } from '@/server/platform/log';
import { boundedBody, webBody } from '@/server/platform/input/request-body';
import { begun, textStream } from '@/server/platform/text-stream';
import { dashboardApiContext } from './api-context';

/** @param name a procedure whose route declares a `file`, or a list also in CSV; its input is the query parameter `input`, as JSON. */
export const dashboardFile = (request: Request, name: string): Promise<Response> =>
  answered(name, async (requestId, headers) => {
    const { procedure, route } = procedureOf(name);
    const file = fileOf(route);
    const ctx: ApiContext = { ...(await dashboardApiContext(request, requestId)), everyRow: true };
    const result = await call(procedure, name, ctx, inputOf(request));
    // A route that declares a file gives its text in pieces.
    const pieces = await begun(route.file ? (result as AsyncIterable<string>) : csvOfReply(route, ctx.reply));
    const disposition = `attachment; filename="${fileName(file, ctx.clock.now())}"`;
    return new Response(textStream(pieces), {
      headers: { ...headers, 'Content-Type': file.type, 'Content-Disposition': disposition },
    });
  });

function fileOf({ file, csv, path }: Route): DeclaredFile {
  if (file) return file;
  if (!csv) throw unknown();
  return { type: 'text/csv; charset=utf-8', name: `${path.split('/').at(-1)}.csv`, dated: true };
}

/** @param name a procedure whose route declares an `upload`, which is the body; its input is the query parameter `input`, as JSON. */
export const dashboardUpload = (request: Request, name: string): Promise<Response> =>
  answered(name, async (requestId, headers) => {
    const { procedure, route } = procedureOf(name);
    if (!route.upload) throw unknown();
    const ctx = {
      ...(await dashboardApiContext(request, requestId)),
      idempotencyKey: request.headers.get('idempotency-key'),
      upload: boundedBody(webBody(request), route.upload.maxBytes),
    };
    return Response.json(await call(procedure, name, ctx, inputOf(request)), { headers });
  });

async function answered(
  name: string,
  answer: (requestId: string, headers: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  const requestId = newRequestId();
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Request-ID': requestId };
  try {
    return await answer(requestId, headers);
  } catch (error) {
    const failure = reportableFailure(error);
    if (!failure) log().error({ err: error, request_id: requestId, procedure: name }, 'procedure failed');
    return refusal(failure ?? internalError(), requestId, headers);
  }
}

const unknown = () => new DomainError('not_found', 'There is no such file here.');

function procedureOf(name: string): { procedure: AnyProcedure; route: Route } {
  const procedure = proceduresOf(appRouter).get(name);
  const route = procedure && metaOf(procedure).route;
  if (!procedure || !route) throw unknown();
  return { procedure, route };
}

const call = (procedure: AnyProcedure, path: string, ctx: ApiContext, input: unknown): Promise<unknown> =>
  procedure({ ctx, path, type: procedure._def.type, getRawInput: () => Promise.resolve(input), signal: undefined, batchIndex: 0 });

function inputOf(request: Request): unknown {
  const text = new URL(request.url).searchParams.get('input') ?? '{}';
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError('invalid_parameter', '`input` must be JSON.', { param: 'input' });
  }
}

function refusal({ code, message, status, fields }: DomainError, requestId: string, headers: HeadersInit): Response {
  return Response.json({ type: errorFamily(status), code, message, fields, request_id: requestId }, { status, headers });
}
