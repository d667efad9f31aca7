/** Counts how often rules ended in ERROR on their program's latest events, by rule version. */
import type { Tx } from '../transaction';

export interface RuleFailureRow {
  rule_id: string;
  rule_version: number;
  evaluated: number;
  failed: number;
  /** The reason of the latest failure. */
  reason: string;
}

/** The rules that ended in ERROR for any of the program's latest events. @param limit how many events are considered. */
export function countRuleFailures(
  tx: Pick<Tx, 'query'>,
  scope: { readonly organizationId: string; readonly programId: string },
  ruleIds: readonly string[],
  limit: number,
): Promise<RuleFailureRow[]> {
  return tx.query<RuleFailureRow>(
    `SELECT rule ->> 'rule_id' AS rule_id, (rule ->> 'rule_version')::int AS rule_version,
            count(*) FILTER (WHERE rule ->> 'status' NOT IN ('SKIPPED_INACTIVE', 'SKIPPED_STOPPED'))::int AS evaluated,
            count(*) FILTER (WHERE rule ->> 'status' = 'ERROR')::int AS failed,
            (array_agg(coalesce(rule ->> 'reason', '') ORDER BY processed_at DESC) FILTER (WHERE rule ->> 'status' = 'ERROR'))[1] AS reason
     FROM (SELECT id, processed_at FROM events
           WHERE organization_id = $1 AND program_id = $2 AND processed_at IS NOT NULL
           ORDER BY processed_at DESC LIMIT $4) AS latest
     JOIN event_evaluations v ON v.event_id = latest.id AND v.organization_id = $1
     CROSS JOIN LATERAL json_array_elements(v.evaluations) AS rule
     WHERE rule ->> 'rule_id' = ANY ($3)
     GROUP BY 1, 2
     HAVING count(*) FILTER (WHERE rule ->> 'status' = 'ERROR') > 0`,
    [scope.organizationId, scope.programId, ruleIds, limit],
  );
}
