/** Counts recent weeks hour by hour, once an hour is over. Entries sealed later are added with their seal; all else counted is final. */
import { only } from '@/domain/assert';
import { NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';
import { SETTLING } from './activity-days';
import { countActivityOf, countRulesOf, HOUR } from './count-span';

const KEPT_DAYS = 35;
const TABLES = [
  'ledger_hours',
  'rule_hours',
  'account_hours',
  'entry_hours',
  'activity_hours',
  'activity_hour_returns',
  'rule_hour_returns',
] as const;

/** Organizations whose hours are due to be counted, except those whose clock is being moved. @param now real time. */
export async function organizationsToCountHours(now: Date, limit: number): Promise<string[]> {
  const rows = await statement<{ organization_id: string }>(
    `SELECT p.organization_id FROM hour_progress p JOIN organizations o ON o.id = p.organization_id
     WHERE p.due_at <= $1 AND ${NOT_BEING_ADVANCED} ORDER BY p.due_at LIMIT $2`,
    [now, limit],
  );
  return rows.map((row) => row.organization_id);
}

/** Whether the organization's hours are due and nobody else counts them; locked until the transaction ends. @param now real time. */
export async function lockHours(tx: Tx, organizationId: string, now: Date): Promise<boolean> {
  const lock = only(
    await tx.query<{ taken: boolean }>(`SELECT pg_try_advisory_xact_lock(hashtextextended('hours/' || $1::text, 0)) AS taken`, [
      organizationId,
    ]),
  );
  // A separate statement, so that it sees what the previous holder of the lock committed.
  const due = 'SELECT 1 FROM hour_progress WHERE organization_id = $1 AND due_at <= $2';
  return lock.taken && (await tx.query(due, [organizationId, now])).length > 0;
}

/** Counts the next hour that was noted as over and has anything to count. @returns false when there is none. */
export async function countNextHour(tx: Tx, organizationId: string): Promise<boolean> {
  const [next] = await tx.query<{ hour: string | null }>(NEXT_HOUR, [organizationId]);
  if (!next || next.hour === null) return false;
  await countActivityOf(tx, HOUR, organizationId, next.hour);
  await countRulesOf(tx, HOUR, organizationId, next.hour);
  // From here on sealing waits, for the shortest part of the work.
  await tx.query('SELECT 1 FROM hour_progress WHERE organization_id = $1 FOR UPDATE', [organizationId]);
  await tx.query(COUNT_SEALED, [organizationId, next.hour]);
  await tx.query(`UPDATE hour_progress SET counted_until = $2::timestamptz + interval '1 hour' WHERE organization_id = $1`, [
    organizationId,
    next.hour,
  ]);
  return true;
}

/**
 * Once everything noted is counted: notes the hours that are over by now and when to look again, and deletes expired hours.
 * @param now real time.
 */
export async function noteHoursThatAreOver(tx: Tx, organizationId: string, now: Date): Promise<void> {
  const [forgotten] = await tx.query<{ before: Date | null }>(
    `UPDATE hour_progress progress SET
       counted_from = greatest(progress.counted_from, clock.kept_from), counted_until = greatest(noted_until, clock.kept_from),
       noted_until = greatest(noted_until, clock.hour),
       due_at = CASE WHEN noted_until IS NULL OR noted_until < clock.hour THEN $2::timestamptz + ${SETTLING} ELSE clock.next END
     FROM (SELECT old.counted_from AS old_from, clock.hour, date_trunc('day', clock.hour, 'UTC') - interval '${KEPT_DAYS} days' AS kept_from,
                  clock.hour + interval '1 hour' - clock_offset_ms * interval '1 millisecond' AS next
           FROM hour_progress old JOIN (SELECT o.id, date_trunc('hour', ${ORGANIZATION_NOW.replaceAll('$1', '$2')}, 'UTC') AS hour, o.clock_offset_ms
                 FROM organizations o WHERE o.id = $1) AS clock ON clock.id = old.organization_id) AS clock
     WHERE organization_id = $1 RETURNING CASE WHEN progress.counted_from > clock.old_from THEN clock.old_from END AS before`,
    [organizationId, now],
  );
  // Deletes only what had expired before this run: somebody may be about to read the hours that expire now.
  if (!forgotten?.before) return;
  for (const table of TABLES)
    await tx.query(`DELETE FROM ${table} WHERE organization_id = $1 AND hour < $2`, [organizationId, forgotten.before]);
}

const NEXT_HOUR = `
  SELECT date_trunc('hour', least(
           (SELECT time_of_id(id) FROM events WHERE organization_id = $1 AND id >= first_id_at(span.first) AND id < first_id_at(span.last) ORDER BY id LIMIT 1),
           (SELECT created_at FROM journal_entries WHERE organization_id = $1 AND id >= first_id_at(span.first) AND id < first_id_at(span.last) ORDER BY id LIMIT 1),
           (SELECT min(created_at) FROM participants WHERE organization_id = $1 AND created_at >= span.first AND created_at < span.last),
           (SELECT min(enrolled_at) FROM program_participants WHERE organization_id = $1 AND enrolled_at >= span.first AND enrolled_at < span.last)
         ), 'UTC')::text AS hour
  FROM (SELECT counted_until AS first, noted_until AS last FROM hour_progress WHERE organization_id = $1) AS span`;

const COUNT_SEALED = `
  SELECT add_to_hours($1, array_agg(e.id)) FROM journal_entries e
  WHERE e.organization_id = $1 AND e.id >= first_id_at(${HOUR.first}) AND e.id < first_id_at(${HOUR.last})
    AND NOT EXISTS (SELECT 1 FROM waiting_entries($1) q WHERE q.entry_id = e.id)`;
