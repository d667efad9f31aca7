/** Presents audit log entries in their wire form. */
import type { AuditEntry } from '@/contract/audit-log';
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
