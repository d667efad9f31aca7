/** Sums what some rules credited and took back, by day: from the totals of days and hours, and what these do not cover yet from the entries. */
import { statement } from '@/server/db/transaction';
import type { CountedHours } from './day-windows';
import { bound, CREDITING, sourcesOf } from './ledger-flows';

interface RuleDayRow {
  asset_id: string;
  /** In UTC, such as `2026-03-01`. */
  day: string;
  credited: string;
  /** By the rules themselves; positive or zero. */
  taken_back: string;
}

interface RuleScope {
  readonly organizationId: string;
  readonly programId: string;
  readonly ruleIds: readonly string[];
}

/** All rules together. @param hours the counted hours; null: none. */
export function sumRuleDays(
  { organizationId, programId, ruleIds }: RuleScope,
  window: { readonly from: Date; readonly to: Date },
  hours: CountedHours | null,
): Promise<RuleDayRow[]> {
  const { values, bind } = bound({ organizationId, programId, assetId: null });
  const rules = `${bind(ruleIds)}::uuid[]`;
  const dayOf = (at: string): string => `to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
  const sources = sourcesOf(window, hours, bind, {
    of: 'rule',
    totals: (at) => `t.rule_id, t.asset_id, t.type, t.net, ${dayOf(at)}`,
    entries: `e.rule_id, c.asset_id, e.type, c.net, ${dayOf('e.created_at')}`,
    which: `c.net <> 0 AND e.rule_id = ANY (${rules})`,
  });
  return statement<RuleDayRow>(
    `SELECT asset_id, day, coalesce(sum(net) FILTER (WHERE type IN ${CREDITING}), 0)::text AS credited,
            coalesce(-sum(net) FILTER (WHERE type = 'TAKE_BACK'), 0)::text AS taken_back
     FROM (${sources.join(' UNION ALL ')}) AS moved (rule_id, asset_id, type, net, day)
     WHERE rule_id = ANY (${rules}) AND (type IN ${CREDITING} OR type = 'TAKE_BACK') GROUP BY asset_id, day ORDER BY asset_id, day`,
    values,
  );
}
