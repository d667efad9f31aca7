/** Presents recoveries of webhook endpoints in their wire form. */
import type { WebhookRecovery } from '@/contract/webhook-recovery';
import type { WebhookRecoveryRow } from '@/server/db/repositories/webhooks/webhook-recoveries';
import { presentTime } from './time';

export function presentRecovery(row: WebhookRecoveryRow): WebhookRecovery {
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    status: row.status,
    from: presentTime(row.window_from),
    to: presentTime(row.window_to),
    total: row.total,
    queued: row.queued,
    delivered: row.delivered,
    failed: row.failed,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    completed_at: presentTime(row.completed_at),
  };
}
