/** Counts activity, and after it what rules did, day by day for the days that are over. What is counted here can no longer change. */
import { NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';
import { countActivityOf, countRulesOf, DAY } from './count-span';
import type { Counted } from './day-windows';

/** The real time between noting that a day or hour is over and counting it: longer than any transaction lasts. */
export const SETTLING = `interval '10 minutes'`;

/** Organizations whose days are due to be counted, except those whose clock is being moved. @param now real time. */
export async function organizationsToCount(now: Date, limit: number): Promise<string[]> {
  const rows = await statement<{ organization_id: string }>(
    `SELECT p.organization_id FROM activity_progress p JOIN organizations o ON o.id = p.organization_id
     WHERE p.due_at <= $1 AND ${NOT_BEING_ADVANCED} ORDER BY p.due_at LIMIT $2`,
    [now, limit],
  );
  return rows.map((row) => row.organization_id);
}

/** Locks the organization's progress until the end of the transaction; false while someone else holds it. */
export async function lockProgress(tx: Tx, organizationId: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM activity_progress WHERE organization_id = $1 FOR UPDATE SKIP LOCKED', [organizationId]);
  return rows.length > 0;
}

/** Counts the next day that was noted as over and has anything to count. @returns false when there is none. */
export async function countNextDay(tx: Tx, organizationId: string): Promise<boolean> {
  const [next] = await tx.query<{ day: string | null }>(NEXT_DAY, [organizationId]);
  if (!next || next.day === null) return false;
  await countActivityOf(tx, DAY, organizationId, next.day);
  await tx.query('UPDATE activity_progress SET counted_through = $2::date WHERE organization_id = $1', [organizationId, next.day]);
  return true;
}

/** The same for what rules did, which is counted once all noted activity is. */
export async function countNextRuleDay(tx: Tx, organizationId: string): Promise<boolean> {
  const [next] = await tx.query<{ day: string | null }>(NEXT_RULE_DAY, [organizationId]);
  if (!next || next.day === null) return false;
  await countRulesOf(tx, DAY, organizationId, next.day);
  await tx.query('UPDATE activity_progress SET rules_counted_through = $2::date WHERE organization_id = $1', [organizationId, next.day]);
  return true;
}

/** Once everything noted is counted: notes the days that are over by now, and when to look again. @param now real time. */
export async function noteDaysThatAreOver(tx: Tx, organizationId: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE activity_progress progress SET counted_through = noted_through, rules_counted_through = noted_through, noted_through = greatest(noted_through, clock.today - 1),
       due_at = CASE WHEN noted_through IS NULL OR noted_through < clock.today - 1 THEN $2::timestamptz + ${SETTLING} ELSE clock.midnight END
     FROM (SELECT today, (today + 1)::timestamp AT TIME ZONE 'UTC' - clock_offset_ms * interval '1 millisecond' AS midnight
           FROM (SELECT (${ORGANIZATION_NOW.replaceAll('$1', '$2')} AT TIME ZONE 'UTC')::date AS today, clock_offset_ms
                 FROM organizations o WHERE o.id = $1) AS day) AS clock
     WHERE organization_id = $1`,
    [organizationId, now],
  );
}

const UNTIL = (day: string) => `(${day} + 1)::timestamp AT TIME ZONE 'UTC'`;

const counted =
  (through: 'counted_through' | 'rules_counted_through') =>
  async (organizationId: string): Promise<Counted> => {
    const [row] = await statement<{ days: Date | null; from: Date | null; until: Date | null }>(
      `SELECT ${UNTIL(`p.${through}`)} AS days, h.counted_from AS from, h.counted_until AS until
       FROM activity_progress p LEFT JOIN hour_progress h ON h.organization_id = p.organization_id WHERE p.organization_id = $1`,
      [organizationId],
    );
    const { days = null, from = null, until = null } = row ?? {};
    return { days, hours: from && until && { from, until } };
  };

/** The days and hours for which activity is counted. */
export const countedActivity = counted('counted_through');
/** The same for what rules did. Counted hours include both, and the ledger's movements. */
export const countedRules = counted('rules_counted_through');

const NEXT_DAY = `
  SELECT (least(
           (SELECT time_of_id(id) FROM events WHERE organization_id = $1 AND id >= first_id_at(span.first) AND id < first_id_at(span.last) ORDER BY id LIMIT 1),
           (SELECT min(created_at) FROM participants WHERE organization_id = $1 AND created_at >= span.first AND created_at < span.last),
           (SELECT min(enrolled_at) FROM program_participants WHERE organization_id = $1 AND enrolled_at >= span.first AND enrolled_at < span.last)
         ) AT TIME ZONE 'UTC')::date::text AS day
  FROM (SELECT coalesce(${UNTIL('counted_through')}, '-infinity') AS first, ${UNTIL('noted_through')} AS last
        FROM activity_progress WHERE organization_id = $1 AND noted_through IS NOT NULL) AS span`;

/** Entries sealed or not, by the day they are dated. */
const NEXT_RULE_DAY = `
  SELECT least(
           (SELECT min(day) FROM entry_days WHERE organization_id = $1 AND day > span.after AND day <= span.through),
           (SELECT min(entry.day) FROM (SELECT (e.created_at AT TIME ZONE 'UTC')::date AS day
              FROM waiting_entries($1) q JOIN journal_entries e ON e.organization_id = $1 AND e.id = q.entry_id) AS entry
            WHERE entry.day > span.after AND entry.day <= span.through)
         )::text AS day
  FROM (SELECT coalesce(rules_counted_through, '-infinity') AS after, noted_through AS through
        FROM activity_progress WHERE organization_id = $1 AND noted_through IS NOT NULL) AS span`;
