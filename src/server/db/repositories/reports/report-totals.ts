/**
 * Compares the totals that reports read with the sealed entries they stand for, a day per statement, so that each sees one state of the
 * ledger.
 */
import { statement } from '@/server/db/transaction';

/** A total that differs from the sum of its entries. */
export interface WrongTotal {
  /** The day, such as `2026-11-22`, or the first instant of the hour. */
  readonly span: string;
  readonly figure: string;
  readonly program_id: string;
  /** Null for a number of entries. */
  readonly asset_id: string | null;
  /** Decimal text. */
  readonly expected: string;
  readonly actual: string;
}

/**
 * The first day after `day` that has entries or totals. An entry at `infinity`, where only tampering can have put it, is on no day.
 * @param day null: start from the first.
 */
export async function nextDayWithTotals(organizationId: string, day: string | null): Promise<string | null> {
  const [row] = await statement<{ day: string | null }>(NEXT_DAY, [organizationId, day ?? '-infinity']);
  return row?.day ?? null;
}

export const wrongTotalsOf = (organizationId: string, day: string): Promise<WrongTotal[]> =>
  statement<WrongTotal>(WRONG_TOTALS, [organizationId, day]);

const FIRST = `$2::date::timestamp AT TIME ZONE 'UTC'`;
const END = `($2::date + 1)::timestamp AT TIME ZONE 'UTC'`;
const after = (table: string): string => `(SELECT min(day) FROM ${table} WHERE organization_id = $1 AND day > $2::date)`;

const NEXT_DAY = `
  SELECT least(${['ledger_days', 'rule_days', 'account_days', 'entry_days'].map(after).join(', ')},
    ((SELECT created_at FROM journal_entries WHERE organization_id = $1 AND id >= first_id_at(${END}) AND created_at >= ${END} AND isfinite(created_at)
      ORDER BY id LIMIT 1) AT TIME ZONE 'UTC')::date)::text AS day`;

const DAY = '$2::text';
const HOUR = `to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":00Z"')`;
const COUNTED = `hour >= (SELECT counted_from FROM hour_progress WHERE organization_id = $1)
    AND hour < (SELECT counted_until FROM hour_progress WHERE organization_id = $1)`;

/** The stored totals of all four kinds, by day or by hour; `summed` computes what they should be. */
const kept = (of: 'days' | 'hours'): string => {
  const where = of === 'days' ? 'day = $2::date' : `hour >= ${FIRST} AND hour < ${END} AND ${COUNTED}`;
  const span = of === 'days' ? DAY : HOUR;
  const rows = (table: string, figure: string, asset: string, amount: string) =>
    `SELECT ${span} AS span, ${figure} AS figure, program_id, ${asset} AS asset_id, 0 AS should, ${amount} AS held FROM ${table}_${of} WHERE organization_id = $1 AND ${where}`;
  return [
    rows('entry', `'entries'`, 'NULL', 'entries'),
    rows('ledger', `type || ' given'`, 'asset_id', 'more'),
    rows('ledger', `type || ' taken'`, 'asset_id', 'less'),
    rows('rule', `type || ' by rule ' || rule_id`, 'asset_id', 'net'),
    rows('account', `account_type${of === 'days' ? ` || ' ' || bucket` : ''}`, 'asset_id', 'amount'),
  ].join(' UNION ALL ');
};

const summed = (of: 'days' | 'hours'): string => {
  const span = of === 'days' ? DAY : HOUR;
  const where = of === 'days' ? 'true' : COUNTED;
  const rows = (from: string, figure: string, asset: string, amount: string, which = 'true') =>
    `SELECT ${span}, ${figure}, program_id, ${asset}, ${amount}, 0 FROM ${from} WHERE ${where} AND ${which}`;
  return [
    rows('sealed', `'entries'`, 'NULL', '1'),
    rows('changes', `type || CASE WHEN net > 0 THEN ' given' ELSE ' taken' END`, 'asset_id', 'net'),
    rows('changes', `type || ' by rule ' || rule_id`, 'asset_id', 'net', 'rule_id IS NOT NULL'),
    rows('posted', `account_type${of === 'days' ? ` || ' ' || bucket` : ''}`, 'asset_id', 'amount'),
  ].join(' UNION ALL ');
};

/** Of the day by id and by time, which only tampering can have told apart. */
const OF_DAY = `e.organization_id = $1 AND e.id >= first_id_at(${FIRST}) AND e.id < first_id_at(${END}) AND e.created_at >= ${FIRST} AND e.created_at < ${END}`;

const WRONG_TOTALS = `
  WITH entered AS MATERIALIZED (
    SELECT e.id, e.program_id, e.type, e.rule_id, date_trunc('hour', e.created_at, 'UTC') AS hour
    FROM journal_entries e WHERE ${OF_DAY}
  ), sealed AS MATERIALIZED (
    SELECT entered.* FROM entered JOIN (
      SELECT DISTINCT entry.id
      FROM (SELECT (array_agg(id ORDER BY id))[1] AS lowest, (array_agg(id ORDER BY id DESC))[1] AS highest FROM entered) span
      JOIN entry_seals s ON s.organization_id = $1 AND s.highest_id >= span.lowest AND s.lowest_id <= span.highest
      CROSS JOIN LATERAL unnest(s.entry_ids) AS entry (id)
    ) named ON named.id = entered.id
  ), lines AS MATERIALIZED (
    SELECT sealed.*, p.asset_id, p.account_type, coalesce(p.bucket, 'NONE') AS bucket, p.amount
    FROM journal_entries e JOIN sealed ON sealed.id = e.id CROSS JOIN LATERAL postings_of(e) p WHERE ${OF_DAY}
  ), changes AS MATERIALIZED (
    SELECT id, program_id, type, rule_id, hour, asset_id, sum(amount) AS net FROM lines WHERE account_type IN ('PARTICIPANT', 'GROUP')
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(amount) <> 0
  ), posted AS MATERIALIZED (
    SELECT program_id, asset_id, account_type, bucket, hour, sum(amount) AS amount FROM lines GROUP BY 1, 2, 3, 4, 5
  )
  SELECT span, figure, program_id, asset_id, trim_scale(sum(should))::text AS expected, trim_scale(sum(held))::text AS actual
  FROM (${[kept('days'), kept('hours'), summed('days'), summed('hours')].join(' UNION ALL ')}) AS totals (span, figure, program_id, asset_id, should, held)
  GROUP BY 1, 2, 3, 4 HAVING sum(should) <> sum(held) ORDER BY 1, 2, 3, 4`;
