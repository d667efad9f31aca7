/** Records every request once it is answered: in the metrics, in the process log, and in the log that its organization can read. */
import type { Caller } from '@/server/access/auth';
import { log } from '@/server/platform/log';
import { observeRequest } from '@/server/observability/metrics';
import { requestLog } from '@/server/observability/request-log';
import { firstHeader, type RestRequest, type RestResponse } from './message';

/** What was learned about a request along the way. */
interface AnsweredRequest {
  readonly requestId: string;
  /** On the scale of `performance.now()`. */
  readonly startedAt: number;
  /** The pattern of the matched route; null when none matched. */
  readonly route: string | null;
  readonly caller: Caller | undefined;
  /** The assistant that called, for a call to the tool server. */
  readonly clientName?: string | undefined;
  readonly errorCode: string | undefined;
  /** The request body, as far as it was read. */
  readonly sent: Uint8Array | undefined;
  /** For a streamed response: how many bytes of it were read. */
  readonly bytes?: number | undefined;
}

export function record(request: RestRequest, answered: AnsweredRequest, response: RestResponse): void {
  const { method, path } = request;
  const { requestId, startedAt, route, caller, errorCode } = answered;
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  observeRequest(method, route ?? 'unmatched', response.status, ms / 1000);
  const actor = caller?.actor;
  const organization = caller?.organization?.id;
  const key = actor?.kind === 'API_KEY' ? actor.apiKeyId : actor?.kind;
  log().info({ request_id: requestId, method, path, status: response.status, code: errorCode, ms, organization, key }, 'request');
  if (organization !== undefined) requestLog().add(rowOf(request, answered, response, { organization, ms }));
}

function rowOf(
  request: RestRequest,
  { requestId, route, caller, clientName, errorCode, sent, bytes }: AnsweredRequest,
  response: RestResponse,
  { organization, ms }: { organization: string; ms: number },
) {
  const key = caller?.actor.kind === 'API_KEY' ? caller.actor : null;
  const text = typeof response.body === 'string' ? response.body : null;
  return {
    organization_id: organization,
    request_id: requestId,
    method: request.method,
    path: request.query === '' ? request.path : `${request.path}?${request.query}`,
    route,
    status: response.status,
    error_code: errorCode ?? null,
    duration_ms: ms,
    api_key_id: key?.apiKeyId ?? null,
    on_behalf_of: key?.onBehalfOf ?? null,
    client_name: clientName ?? null,
    idempotency_key: firstHeader(request, 'idempotency-key')?.slice(0, 255) ?? null,
    request_body: sent && sent.length > 0 ? Buffer.from(sent).toString('utf8') : null,
    request_body_bytes: sent?.length ?? 0,
    response_body: text,
    response_body_bytes: text === null ? (bytes ?? 0) : Buffer.byteLength(text),
  };
}
