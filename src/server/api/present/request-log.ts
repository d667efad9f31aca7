/** Presents logged requests in their wire form. */
import type { RequestLogResource, RequestLogDetail } from '@/contract/log';
import type { RequestLogDetailRow, RequestLogRow } from '@/server/db/repositories/organizations/request-logs';
import { presentTime } from './time';

export function presentRequestLog(row: RequestLogRow): RequestLogResource {
  return {
    id: row.id,
    request_id: row.request_id,
    method: row.method,
    path: row.path,
    route: row.route,
    status: row.status,
    error_code: row.error_code,
    duration_ms: row.duration_ms,
    api_key_id: row.api_key_id,
    on_behalf_of: row.on_behalf_of,
    client_name: row.client_name,
    idempotency_key: row.idempotency_key,
    created_at: presentTime(row.created_at),
  };
}

export function presentRequestLogDetail(row: RequestLogDetailRow): RequestLogDetail {
  return {
    ...presentRequestLog(row),
    request_body: row.request_body,
    request_body_bytes: row.request_body_bytes,
    response_body: row.response_body,
    response_body_bytes: row.response_body_bytes,
  };
}
