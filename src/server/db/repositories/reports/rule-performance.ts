/** Lists what rules moved in a window: amounts from sealed totals, counts from counted days and hours, the rest row by row. */
import { computed, type Listing, type ListingRequest } from '@/server/db/listing';
import { countedStretch, splitForReturns, type Counted } from './day-windows';
import { bound, BY_RULE, CREDITING, narrowed, sourcesOf, type FlowScope } from './ledger-flows';
import type { ReportWindow } from './reports';

export interface RulePerformanceRow {
  rule_id: string;
  rule_name: string;
  program_id: string;
  asset_id: string;
  scale: number;
  events: number;
  participants: number;
  credited: string;
  debited: string;
}

/** For each rule and asset: the number of events and holders, and the amounts credited and debited. What credited most comes first. */
export function rulePerformance(
  scope: FlowScope,
  window: ReportWindow,
  counted: Counted,
  request: ListingRequest,
): Listing<RulePerformanceRow> {
  const { values, bind } = bound(scope);
  const amounts = sourcesOf(window, counted.hours, bind, BY_RULE);
  const split = splitForReturns(window, counted);
  const { edges, days } = split;
  const stretch = countedStretch(split);
  const [first, last] = [`${bind(stretch.from)}::timestamptz`, `${bind(stretch.to)}::timestamptz`];
  const within = edges.map(
    ({ from, to }) => `e.id >= first_id_at(${bind(from)}::timestamptz) AND e.id < first_id_at(${bind(to)}::timestamptz)`,
  );
  const known = `e.organization_id = $1 AND e.rule_id = r.rule_id AND p.asset_id = r.asset_id AND e.id >= first_id_at(${first}) AND e.id < first_id_at(${last})`;
  const ofScope = (table: string) => `${table} t WHERE organization_id = $1 AND ${narrowed('t', 't')}`;
  const returns = [
    `${ofScope('rule_returns')} AND day >= ${DATE_OF(`${bind(days.from)}::timestamptz`)} AND day < ${DATE_OF(`${bind(days.to)}::timestamptz`)} AND previous_day < ${DATE_OF(first)}`,
    ...split.hours.map(
      ({ from, to }) =>
        `${ofScope('rule_hour_returns')} AND hour >= ${bind(from)}::timestamptz AND hour < ${bind(to)}::timestamptz AND previous_hour < ${first}`,
    ),
  ];
  return computed<RulePerformanceRow>(
    {
      name: 'report-rule-performance',
      columns: `r.rule_id, r.rule_name, r.program_id, r.asset_id, r.scale, r.events, r.participants, r.credited::text AS credited, r.debited::text AS debited`,
      from: `WITH recent AS MATERIALIZED (
       ${within.map(ofRules).join(' UNION ALL ') || ofRules('false')}
     ), parts (rule_id, asset_id, events, holders, credited, debited) AS (
       SELECT rule_id, asset_id, 0, 0, sum(net) FILTER (WHERE type IN ${CREDITING}), -sum(net) FILTER (WHERE type IN ('DEBIT', 'FORFEIT', 'VOID'))
       FROM (${amounts.join(' UNION ALL ')}) AS moved (rule_id, asset_id, type, net) GROUP BY 1, 2
       UNION ALL
       ${returns.map((source) => `SELECT rule_id, asset_id, sum(events), sum(holders), NULL, NULL FROM ${source} GROUP BY 1, 2 UNION ALL`).join('\n')}
       SELECT rule_id, asset_id, count(*), 0, NULL, NULL FROM (SELECT DISTINCT rule_id, asset_id, event_id FROM recent WHERE event_id IS NOT NULL) r
       WHERE NOT EXISTS (SELECT 1 FROM journal_entries e CROSS JOIN LATERAL postings_of(e) p WHERE ${HOLDERS} AND e.event_id = r.event_id AND ${known} OFFSET 0) GROUP BY 1, 2
       UNION ALL
       SELECT rule_id, asset_id, 0, count(*), NULL, NULL FROM (SELECT DISTINCT program_id, rule_id, asset_id, account_id FROM recent) r
       WHERE NOT EXISTS (SELECT 1 FROM account_entries p JOIN journal_entries e ON e.organization_id = $1 AND e.id = p.entry_id
                         WHERE p.organization_id = $1 AND p.account_id = r.account_id AND p.program_id = r.program_id
                           AND p.entry_id >= first_id_at(${first}) AND p.entry_id < first_id_at(${last}) AND ${known} OFFSET 0) GROUP BY 1, 2
     )
     SELECT r.id AS rule_id, r.name AS rule_name, r.program_id, a.id AS asset_id, a.scale, a.symbol, moved.events, moved.participants,
            moved.credited, moved.debited
     FROM (SELECT rule_id, asset_id, sum(events)::int AS events, sum(holders)::int AS participants,
                  coalesce(sum(credited), 0) AS credited, coalesce(sum(debited), 0) AS debited FROM parts GROUP BY 1, 2) AS moved
     JOIN rules r ON r.id = moved.rule_id AND r.organization_id = $1
     JOIN assets a ON a.organization_id = $1 AND a.id = moved.asset_id`,
      values,
      order: [
        { sql: '(-r.credited)', type: 'numeric' },
        { sql: 'r.rule_name', type: 'text' },
        { sql: 'r.rule_id', type: 'uuid' },
        { sql: 'r.symbol', type: 'text' },
        { sql: 'r.asset_id', type: 'uuid' },
      ],
      forValues: true,
    },
    request,
  );
}

const HOLDERS = `p.account_type IN ('PARTICIPANT', 'GROUP')`;
const DATE_OF = (instant: string): string => `(${instant} AT TIME ZONE 'UTC')::date`;

const ofRules = (which: string): string =>
  `SELECT e.program_id, e.rule_id, p.asset_id, e.event_id, p.account_id FROM journal_entries e CROSS JOIN LATERAL postings_of(e) p
       WHERE e.organization_id = $1 AND e.rule_id IS NOT NULL AND ${which} AND ${narrowed('e', 'p')} AND ${HOLDERS}`;
