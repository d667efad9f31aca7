/** Deletes webhook deliveries by age, for all organizations; several processes may do so at once. */
import { statement } from '../transaction';

/** Deletes up to `limit` deliveries that ended before `until`, oldest first, with their attempts. @returns how many deliveries. */
export async function deleteEndedDeliveries(until: Date, limit: number): Promise<number> {
  const rows = await statement(
    `WITH ended AS (
       SELECT id FROM webhook_deliveries WHERE status IN ('DELIVERED', 'FAILED') AND updated_at < $1
       ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED
     ), attempts AS (
       DELETE FROM webhook_attempts a USING ended WHERE a.delivery_id = ended.id
     )
     DELETE FROM webhook_deliveries d USING ended WHERE d.id = ended.id RETURNING 1`,
    [until, limit],
  );
  return rows.length;
}

/** Deletes up to `limit` envelopes created before `until` that have no deliveries left. @returns how many. */
export async function deleteUnusedEnvelopes(until: Date, limit: number): Promise<number> {
  const rows = await statement(
    `DELETE FROM webhook_events WHERE id IN (
       SELECT v.id FROM webhook_events v
       WHERE v.created_at < $1 AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.webhook_event_id = v.id)
       ORDER BY v.created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING 1`,
    [until, limit],
  );
  return rows.length;
}

/** Deletes up to `limit` recoveries that ended before `until` and have no deliveries left. @returns how many. */
export async function deleteUnusedRecoveries(until: Date, limit: number): Promise<number> {
  const rows = await statement(
    `DELETE FROM webhook_recoveries WHERE id IN (
       SELECT r.id FROM webhook_recoveries r
       WHERE r.completed_at < $1 AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.recovery_id = r.id)
       ORDER BY r.completed_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING 1`,
    [until, limit],
  );
  return rows.length;
}
