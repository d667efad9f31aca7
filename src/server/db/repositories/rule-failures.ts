/** Counts how often rules ended in ERROR on their programs' latest events, by rule version. */
import { statement, type Tx } from '../transaction';

export interface RuleFailureRow {
  rule_id: string;
  rule_version: number;
  evaluated: number;
  failed: number;
  /** The reason of the latest failure. */
  reason: string;
}

/** The rules that ended in ERROR for any of their program's latest events. @param limit how many events of each program are considered. */
export function countRuleFailures(
  tx: Pick<Tx, 'query'>,
  scope: { readonly organizationId: string; readonly programIds: readonly string[] },
  limit: number,
): Promise<RuleFailureRow[]> {
  // Only evaluations that have the word are parsed, and those of the same program: most programs have none.
  return tx.query<RuleFailureRow>(
    `WITH latest AS MATERIALIZED (
       SELECT p.program_id, e.processed_at, v.evaluations, strpos(v.evaluations::text, '"ERROR"') > 0 AS suspect
       FROM unnest($2::uuid[]) AS p (program_id)
       CROSS JOIN LATERAL (SELECT id, processed_at FROM events
                           WHERE organization_id = $1 AND program_id = p.program_id AND processed_at IS NOT NULL
                           ORDER BY processed_at DESC LIMIT $3) AS e
       JOIN event_evaluations v ON v.event_id = e.id AND v.organization_id = $1)
     SELECT rule ->> 'rule_id' AS rule_id, (rule ->> 'rule_version')::int AS rule_version,
            count(*) FILTER (WHERE rule ->> 'status' NOT IN ('SKIPPED_INACTIVE', 'SKIPPED_STOPPED'))::int AS evaluated,
            count(*) FILTER (WHERE rule ->> 'status' = 'ERROR')::int AS failed,
            (array_agg(coalesce(rule ->> 'reason', '') ORDER BY processed_at DESC) FILTER (WHERE rule ->> 'status' = 'ERROR'))[1] AS reason
     FROM latest CROSS JOIN LATERAL json_array_elements(evaluations) AS rule
     WHERE program_id IN (SELECT program_id FROM latest WHERE suspect)
     GROUP BY 1, 2
     HAVING count(*) FILTER (WHERE rule ->> 'status' = 'ERROR') > 0`,
    [scope.organizationId, scope.programIds, limit],
  );
}

/** The active programs whose events were processed last. @param limit how many programs at most. */
export async function listLatelyProcessed(organizationId: string, limit: number): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    `SELECT p.id FROM programs p
     CROSS JOIN LATERAL (SELECT processed_at FROM events WHERE program_id = p.id AND processed_at IS NOT NULL
                         ORDER BY processed_at DESC LIMIT 1) AS latest
     WHERE p.organization_id = $1 AND p.status = 'ACTIVE'
     ORDER BY latest.processed_at DESC LIMIT $2`,
    [organizationId, limit],
  );
  return rows.map(({ id }) => id);
}
