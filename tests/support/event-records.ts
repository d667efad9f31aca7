/** Events as tests read them in the database: with their outcome, or their place in the queue. */
import { newIdAt } from '@/server/platform/ids';
import { withTransaction } from '@/server/db/transaction';

/** A subquery with a row for each event. */
export const EVENT_RECORDS = `(
  SELECT e.*, time_of_id(e.id) AS created_at, o.processed_at, o.error_code, coalesce(o.status, 'PENDING') AS status, q.due_at, coalesce(q.retry_count, 0) AS retry_count
  FROM events e LEFT JOIN event_outcomes o ON o.organization_id = e.organization_id AND o.event_id = e.id
  LEFT JOIN event_queue q ON q.organization_id = e.organization_id AND q.program_id = e.program_id AND q.id = e.id)`;

/** Lets an event have arrived at another time, under another id, which is returned. */
export async function redate(id: string, at: Date): Promise<string> {
  const other = newIdAt(at);
  await withTransaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(`UPDATE event_queue SET id = $2, due_at = time_of_id($2) WHERE id = $1`, [id, other]);
    await tx.query(`UPDATE event_outcomes SET event_id = $2 WHERE event_id = $1`, [id, other]);
    await tx.query(`UPDATE events SET id = $2 WHERE id = $1`, [id, other]);
  });
  return other;
}
