/** Answers a signed-in person with a file that a procedure of the API writes, as /v1 answers a key. */
import type { AnyProcedure } from '@trpc/server';
import { errorFamily, type DomainError } from '@/domain/errors';
import { internalError, reportableFailure } from '@/server/api/failure';
import { appRouter } from '@/server/api/root';
import type { ProcedureMeta } from '@/server/api/route';
import { newRequestId } from '@/server/ids';
import { log } from '@/server/log';
import { textStream } from '@/server/text-stream';
import { dashboardApiContext } from './api-context';

/** @param name of a procedure without required input whose route declares a `file`. */
export async function dashboardFile(request: Request, name: string): Promise<Response> {
  const requestId = newRequestId();
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'X-Request-ID': requestId };
  try {
    const procedure = (appRouter._def.procedures as unknown as Record<string, AnyProcedure>)[name]!;
    const { route } = procedure._def.meta as ProcedureMeta;
    const ctx = await dashboardApiContext(request, requestId);
    const pieces = await call(procedure, name, ctx);
    const disposition = `attachment; filename="${route!.file!.name}"`;
    return new Response(textStream(pieces), {
      headers: { ...headers, 'Content-Type': route!.file!.type, 'Content-Disposition': disposition },
    });
  } catch (error) {
    const failure = reportableFailure(error);
    if (!failure) log().error({ err: error, request_id: requestId, procedure: name }, 'procedure failed');
    return refusal(failure ?? internalError(), requestId, headers);
  }
}

const call = (procedure: AnyProcedure, path: string, ctx: unknown): Promise<AsyncIterable<string>> =>
  procedure({ ctx, path, type: 'query', getRawInput: () => Promise.resolve({}), signal: undefined, batchIndex: 0 }) as Promise<
    AsyncIterable<string>
  >;

function refusal({ code, message, status }: DomainError, requestId: string, headers: HeadersInit): Response {
  return Response.json({ type: errorFamily(status), code, message, request_id: requestId }, { status, headers });
}
