/**
 * Counts the days that are over, one after another: events, newcomers and returning participants, by
 * program and for the organization, and behind them what rules did. Nothing that is counted here can still change.
 */
import { NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '../organization-clock';
import { statement, type Tx } from '../transaction';

/** Real time that passes between the end of a day being noted and its being counted: more than any transaction lasts. */
const SETTLING = `interval '10 minutes'`;

/** Organizations whose days are to be looked at, but for those whose clock is on its way through them. @param now real time. */
export async function organizationsToCount(now: Date, limit: number): Promise<string[]> {
  const rows = await statement<{ organization_id: string }>(
    `SELECT p.organization_id FROM activity_progress p JOIN organizations o ON o.id = p.organization_id
     WHERE p.due_at <= $1 AND ${NOT_BEING_ADVANCED} ORDER BY p.due_at LIMIT $2`,
    [now, limit],
  );
  return rows.map((row) => row.organization_id);
}

/** The progress of an organization for whoever may extend it until the end of the transaction; false while someone else holds it. */
export async function lockProgress(tx: Tx, organizationId: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM activity_progress WHERE organization_id = $1 FOR UPDATE SKIP LOCKED', [organizationId]);
  return rows.length > 0;
}

/** Counts the next day that was noted as over and has anything to count. @returns false when there is none. */
export async function countNextDay(tx: Tx, organizationId: string): Promise<boolean> {
  const [next] = await tx.query<{ day: string | null }>(NEXT_DAY, [organizationId]);
  if (!next || next.day === null) return false;
  await tx.query(COUNT_DAY, [organizationId, next.day]);
  await tx.query('UPDATE activity_progress SET counted_through = $2::date WHERE organization_id = $1', [organizationId, next.day]);
  return true;
}

/** The same for what rules did, which is counted once all activity that was noted is. */
export async function countNextRuleDay(tx: Tx, organizationId: string): Promise<boolean> {
  const [next] = await tx.query<{ day: string | null }>(NEXT_RULE_DAY, [organizationId]);
  if (!next || next.day === null) return false;
  await tx.query(COUNT_RULE_DAY, [organizationId, next.day]);
  await tx.query('UPDATE activity_progress SET rules_counted_through = $2::date WHERE organization_id = $1', [organizationId, next.day]);
  return true;
}

/** Once all that was noted is counted: notes what is over by now, and when to look again. @param now real time. */
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

const firstUncounted =
  (through: 'counted_through' | 'rules_counted_through') =>
  async (organizationId: string): Promise<Date | null> => {
    const [row] = await statement<{ until: Date | null }>(
      `SELECT ${UNTIL(through)} AS until FROM activity_progress WHERE organization_id = $1`,
      [organizationId],
    );
    return row?.until ?? null;
  };

/** The first instant whose activity is not counted; null when no day's is. */
export const countedUntil = firstUncounted('counted_through');
/** The same for what rules did. */
export const rulesCountedUntil = firstUncounted('rules_counted_through');

const NEXT_DAY = `
  SELECT (least(
           (SELECT min(created_at) FROM events WHERE organization_id = $1 AND created_at >= span.first AND created_at < span.last),
           (SELECT min(created_at) FROM participants WHERE organization_id = $1 AND created_at >= span.first AND created_at < span.last),
           (SELECT min(enrolled_at) FROM program_participants WHERE organization_id = $1 AND enrolled_at >= span.first AND enrolled_at < span.last)
         ) AT TIME ZONE 'UTC')::date::text AS day
  FROM (SELECT coalesce(${UNTIL('counted_through')}, '-infinity') AS first, ${UNTIL('noted_through')} AS last
        FROM activity_progress WHERE organization_id = $1 AND noted_through IS NOT NULL) AS span`;

const OF_DAY = (column: string) =>
  `organization_id = $1 AND ${column} >= $2::date::timestamp AT TIME ZONE 'UTC' AND ${column} < ${UNTIL('$2::date')}`;

/** One row for each program and one, under the id of the organization, for all of them. */
const COUNT_DAY = `
  WITH day_events AS MATERIALIZED (
    SELECT program_id, participant_id, count(*) AS events FROM events WHERE ${OF_DAY('created_at')} GROUP BY 1, 2
  ), joins AS (
    SELECT program_id AS scope_id, count(*) AS joined FROM program_participants WHERE ${OF_DAY('enrolled_at')} GROUP BY 1
    UNION ALL SELECT $1, count(*) FROM participants WHERE ${OF_DAY('created_at')}
  ), totals AS (
    INSERT INTO activity_days (organization_id, scope_id, day, events, joined)
    SELECT $1, scope_id, $2::date, sum(events), sum(joined)
    FROM (SELECT program_id AS scope_id, events, 0 AS joined FROM day_events
          UNION ALL SELECT $1, events, 0 FROM day_events
          UNION ALL SELECT scope_id, 0, joined FROM joins) AS parts
    GROUP BY scope_id
  ), last_before AS (
    SELECT active.scope_id, (SELECT max(e.created_at) FROM events e
        WHERE e.participant_id = active.participant_id AND e.created_at < $2::date::timestamp AT TIME ZONE 'UTC'
          AND (active.scope_id = $1 OR e.program_id = active.scope_id)) AS at
    FROM (SELECT program_id AS scope_id, participant_id FROM day_events WHERE participant_id IS NOT NULL
          UNION SELECT $1, participant_id FROM day_events WHERE participant_id IS NOT NULL) AS active
  )
  INSERT INTO activity_returns (organization_id, scope_id, day, previous_day, participants)
  SELECT $1, scope_id, $2::date, coalesce((at AT TIME ZONE 'UTC')::date, '-infinity'), count(*) FROM last_before GROUP BY 2, 4`;

/** Sealed or not, by the day that the entry is dated. */
const NEXT_RULE_DAY = `
  SELECT least(
           (SELECT min(day) FROM entry_days WHERE organization_id = $1 AND day > span.after AND day <= span.through),
           (SELECT min(entry.day) FROM (SELECT (e.created_at AT TIME ZONE 'UTC')::date AS day
              FROM entry_seal_queue q JOIN journal_entries e ON e.id = q.entry_id WHERE q.organization_id = $1) AS entry
            WHERE entry.day > span.after AND entry.day <= span.through)
         )::text AS day
  FROM (SELECT coalesce(rules_counted_through, '-infinity') AS after, noted_through AS through
        FROM activity_progress WHERE organization_id = $1 AND noted_through IS NOT NULL) AS span`;

const BEFORE_DAY = `$2::date::timestamp AT TIME ZONE 'UTC'`;

/** The last entries before the day are found by their event or by the account, of which there are fewer than of a rule. */
const COUNT_RULE_DAY = `
  WITH moved AS MATERIALIZED (
    SELECT e.program_id, e.rule_id, e.event_id, p.asset_id, p.account_id FROM journal_entries e JOIN postings p ON p.entry_id = e.id
    WHERE e.${OF_DAY('e.created_at')} AND e.rule_id IS NOT NULL AND p.account_type IN ('PARTICIPANT', 'GROUP')
  ), parts AS (
    SELECT m.program_id, m.rule_id, m.asset_id, 1 AS events, 0 AS holders, (
        SELECT max(e.created_at) FROM journal_entries e WHERE e.event_id = m.event_id AND e.rule_id = m.rule_id AND e.created_at < ${BEFORE_DAY}
          AND EXISTS (SELECT 1 FROM postings p WHERE p.entry_id = e.id AND p.asset_id = m.asset_id AND p.account_type IN ('PARTICIPANT', 'GROUP'))) AS at
    FROM (SELECT DISTINCT program_id, rule_id, asset_id, event_id FROM moved WHERE event_id IS NOT NULL) m
    UNION ALL
    SELECT m.program_id, m.rule_id, m.asset_id, 0, 1, (
        SELECT p.created_at FROM postings p JOIN journal_entries e ON e.id = p.entry_id AND e.rule_id = m.rule_id
        WHERE p.account_id = m.account_id AND p.asset_id = m.asset_id AND p.created_at < ${BEFORE_DAY} ORDER BY p.created_at DESC LIMIT 1)
    FROM (SELECT DISTINCT program_id, rule_id, asset_id, account_id FROM moved) m
  )
  INSERT INTO rule_returns (organization_id, day, program_id, rule_id, asset_id, previous_day, events, holders)
  SELECT $1, $2::date, program_id, rule_id, asset_id, coalesce((at AT TIME ZONE 'UTC')::date, '-infinity'), sum(events), sum(holders)
  FROM parts GROUP BY 3, 4, 5, 6`;
