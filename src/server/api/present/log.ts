/** Presents entries of the audit log and of the log of API requests. */
import type { AuditEntry } from '@/contract/audit-log';
import type { RequestLogDetail, RequestLogResource } from '@/contract/log';
import type { RequestLogDetailRow, RequestLogRow } from '@/server/db/repositories/organizations/request-logs';
import type { SummarizedEntry } from '@/server/services/audit/get-audit-entry';
import { presentTime } from './time';

export const presentAuditEntry = (row: SummarizedEntry): AuditEntry => ({
  id: row.id,
  actor_type: row.actor_type,
  actor_id: row.actor_id,
  actor_name: row.actor_name,
  on_behalf_of: row.on_behalf_of,
  action: row.action,
  resource_type: row.resource_type,
  resource_id: row.resource_id,
  resource_name: row.resource_name,
  program_id: row.program_id,
  operation: row.operation,
  request_id: row.request_id,
  ip: row.ip,
  organization_time: presentTime(row.organization_time),
  created_at: presentTime(row.created_at),
  summary: row.summary,
  before: row.before,
  after: row.after,
});

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
