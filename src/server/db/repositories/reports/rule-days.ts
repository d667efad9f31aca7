/** Sums what one rule credited, by day: from the totals of days and hours, and what these do not cover yet from the entries. */
import { statement } from '@/server/db/transaction';
import type { CountedHours } from './day-windows';
import { bound, CREDITING, sourcesOf } from './ledger-flows';

interface RuleDayRow {
  asset_id: string;
  /** In UTC, such as `2026-03-01`. */
  day: string;
  credited: string;
}

interface RuleScope {
  readonly organizationId: string;
  readonly programId: string;
  readonly ruleId: string;
}

/** @param hours the counted hours; null: none. */
export function sumRuleDays(
  { organizationId, programId, ruleId }: RuleScope,
  window: { readonly from: Date; readonly to: Date },
  hours: CountedHours | null,
): Promise<RuleDayRow[]> {
  const { values, bind } = bound({ organizationId, programId, assetId: null });
  const rule = bind(ruleId);
  const dayOf = (at: string): string => `to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
  const sources = sourcesOf(window, hours, bind, {
    of: 'rule',
    totals: (at) => `t.rule_id, t.asset_id, t.type, t.net, ${dayOf(at)}`,
    entries: `e.rule_id, c.asset_id, e.type, c.net, ${dayOf('e.created_at')}`,
    which: `c.net <> 0 AND e.rule_id = ${rule}`,
  });
  return statement<RuleDayRow>(
    `SELECT asset_id, day, sum(net)::text AS credited
     FROM (${sources.join(' UNION ALL ')}) AS moved (rule_id, asset_id, type, net, day)
     WHERE rule_id = ${rule} AND type IN ${CREDITING} GROUP BY asset_id, day ORDER BY asset_id, day`,
    values,
  );
}
