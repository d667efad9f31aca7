/** Counts a finished day or hour: events, newcomers and returning participants, by program and for the organization, and what rules did. */
import type { Tx } from '@/server/db/transaction';

interface Grain {
  /** The column that identifies a span in its tables. */
  readonly column: 'day' | 'hour';
  readonly previous: 'previous_day' | 'previous_hour';
  /** SQL for the span `$2`, and for its start and end. */
  readonly value: string;
  readonly first: string;
  readonly last: string;
  /** The span that contains an instant. */
  readonly of: (at: string) => string;
  readonly totals: 'activity_days' | 'activity_hours';
  readonly returns: 'activity_returns' | 'activity_hour_returns';
  readonly ruleReturns: 'rule_returns' | 'rule_hour_returns';
}

export const DAY: Grain = {
  column: 'day',
  previous: 'previous_day',
  value: '$2::date',
  first: `$2::date::timestamp AT TIME ZONE 'UTC'`,
  last: `($2::date + 1)::timestamp AT TIME ZONE 'UTC'`,
  of: (at) => `(${at} AT TIME ZONE 'UTC')::date`,
  totals: 'activity_days',
  returns: 'activity_returns',
  ruleReturns: 'rule_returns',
};

export const HOUR: Grain = {
  column: 'hour',
  previous: 'previous_hour',
  value: '$2::timestamptz',
  first: '$2::timestamptz',
  last: `$2::timestamptz + interval '1 hour'`,
  of: (at) => `date_trunc('hour', ${at}, 'UTC')`,
  totals: 'activity_hours',
  returns: 'activity_hour_returns',
  ruleReturns: 'rule_hour_returns',
};

/** @param span in the form of its column. */
export const countActivityOf = (tx: Tx, grain: Grain, organizationId: string, span: string) =>
  tx.query(countActivity(grain), [organizationId, span]);

/** The same for what rules did. */
export const countRulesOf = (tx: Tx, grain: Grain, organizationId: string, span: string) =>
  tx.query(countRules(grain), [organizationId, span]);

const during = ({ first, last }: Grain, column: string, rows = ''): string =>
  `${rows}organization_id = $1 AND ${rows}${column} >= ${first} AND ${rows}${column} < ${last}`;

/** One row per program, and one under the organization's id for all of them. */
const countActivity = (grain: Grain): string => `
  WITH its_events AS MATERIALIZED (
    SELECT program_id, participant_id, count(*) AS events FROM events
    WHERE organization_id = $1 AND id >= first_id_at(${grain.first}) AND id < first_id_at(${grain.last}) GROUP BY 1, 2
  ), joins AS (
    SELECT program_id AS scope_id, count(*) AS joined FROM program_participants WHERE ${during(grain, 'enrolled_at')} GROUP BY 1
    UNION ALL SELECT $1, count(*) FROM participants WHERE ${during(grain, 'created_at')}
  ), totals AS (
    INSERT INTO ${grain.totals} (organization_id, scope_id, ${grain.column}, events, joined)
    SELECT $1, scope_id, ${grain.value}, sum(events), sum(joined)
    FROM (SELECT program_id AS scope_id, events, 0 AS joined FROM its_events
          UNION ALL SELECT $1, events, 0 FROM its_events
          UNION ALL SELECT scope_id, 0, joined FROM joins) AS parts
    GROUP BY scope_id
  ), last_before AS (
    SELECT active.scope_id, (SELECT time_of_id(e.id) FROM events e
        WHERE e.organization_id = $1 AND e.participant_id = active.participant_id AND e.id < first_id_at(${grain.first})
          AND (active.scope_id = $1 OR e.program_id = active.scope_id) ORDER BY e.id DESC LIMIT 1) AS at
    FROM (SELECT program_id AS scope_id, participant_id FROM its_events WHERE participant_id IS NOT NULL
          UNION SELECT $1, participant_id FROM its_events WHERE participant_id IS NOT NULL) AS active
  )
  INSERT INTO ${grain.returns} (organization_id, scope_id, ${grain.column}, ${grain.previous}, participants)
  SELECT $1, scope_id, ${grain.value}, coalesce(${grain.of('at')}, '-infinity'), count(*) FROM last_before GROUP BY 2, 4`;

/** Earlier entries are found by event or by account, each of which has fewer entries than a rule. */
const countRules = (grain: Grain): string => `
  WITH moved AS MATERIALIZED (
    SELECT e.program_id, e.rule_id, e.event_id, p.asset_id, p.account_id FROM journal_entries e CROSS JOIN LATERAL postings_of(e) p
    WHERE e.organization_id = $1 AND e.id >= first_id_at(${grain.first}) AND e.id < first_id_at(${grain.last}) AND e.rule_id IS NOT NULL AND p.account_type IN ('PARTICIPANT', 'GROUP')
  ), parts AS (
    SELECT m.program_id, m.rule_id, m.asset_id, 1 AS events, 0 AS holders, (
        SELECT max(e.created_at) FROM journal_entries e
        WHERE e.organization_id = $1 AND e.event_id = m.event_id AND e.rule_id = m.rule_id AND e.created_at < ${grain.first}
          AND EXISTS (SELECT 1 FROM postings_of(e) p WHERE p.asset_id = m.asset_id AND p.account_type IN ('PARTICIPANT', 'GROUP'))) AS at
    FROM (SELECT DISTINCT program_id, rule_id, asset_id, event_id FROM moved WHERE event_id IS NOT NULL) m
    UNION ALL
    SELECT m.program_id, m.rule_id, m.asset_id, 0, 1, (
        SELECT e.created_at FROM account_entries p JOIN journal_entries e ON e.organization_id = $1 AND e.id = p.entry_id AND e.rule_id = m.rule_id
        WHERE p.organization_id = $1 AND p.account_id = m.account_id AND p.program_id = m.program_id AND p.asset_id = m.asset_id
          AND p.entry_id < first_id_at(${grain.first}) ORDER BY p.entry_id DESC LIMIT 1)
    FROM (SELECT DISTINCT program_id, rule_id, asset_id, account_id FROM moved) m
  )
  INSERT INTO ${grain.ruleReturns} (organization_id, ${grain.column}, program_id, rule_id, asset_id, ${grain.previous}, events, holders)
  SELECT $1, ${grain.value}, program_id, rule_id, asset_id, coalesce(${grain.of('at')}, '-infinity'), sum(events), sum(holders)
  FROM parts GROUP BY 3, 4, 5, 6`;
