/** Counts how often rules ended in ERROR on their programs' latest events, by rule version. */
import { statement, type Tx } from '@/server/db/transaction';
import { rulesOf } from './rule-configuration-versions';

/** How many of a program's newest events are looked at, as those that wait have no outcome. */
const WALKED = 10_000;

/** The newest events of a program that have ended. */
const latestOf = (program: string, limit: string): string => `
  SELECT o.processed_at, o.rule_configuration_version AS version, o.evaluations
  FROM (SELECT id FROM events WHERE organization_id = $1 AND program_id = ${program} ORDER BY id DESC LIMIT ${WALKED}) AS e
  CROSS JOIN LATERAL (SELECT * FROM event_outcomes o WHERE o.organization_id = $1 AND o.event_id = e.id OFFSET 0) o LIMIT ${limit}`;

interface RuleFailureRow {
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
       SELECT p.program_id, latest.*, strpos(latest.evaluations::text, '"ERROR"') > 0 AS suspect
       FROM unnest($2::uuid[]) AS p (program_id) CROSS JOIN LATERAL (${latestOf('p.program_id', '$3')}) AS latest
     ), ran AS MATERIALIZED (
       SELECT c.program_id, c.version, ran.place, ran.rule ->> 'id' AS rule_id, (ran.rule ->> 'version')::int AS rule_version
       FROM (SELECT DISTINCT program_id, version FROM latest WHERE program_id IN (SELECT program_id FROM latest WHERE suspect)) AS used
       JOIN rule_configuration_versions c ON c.organization_id = $1 AND c.program_id = used.program_id AND c.version = used.version
       CROSS JOIN LATERAL ${rulesOf('c.content')} AS ran)
     SELECT ran.rule_id, ran.rule_version,
            count(*) FILTER (WHERE told.verdict ->> 'status' NOT IN ('SKIPPED_INACTIVE', 'SKIPPED_STOPPED'))::int AS evaluated,
            count(*) FILTER (WHERE told.verdict ->> 'status' = 'ERROR')::int AS failed,
            (array_agg(coalesce(told.verdict ->> 'reason', '') ORDER BY latest.processed_at DESC)
              FILTER (WHERE told.verdict ->> 'status' = 'ERROR'))[1] AS reason
     FROM latest CROSS JOIN LATERAL json_array_elements(latest.evaluations) WITH ORDINALITY AS told (verdict, place)
     JOIN ran ON ran.program_id = latest.program_id AND ran.version = latest.version AND ran.place = told.place
     GROUP BY 1, 2
     HAVING count(*) FILTER (WHERE told.verdict ->> 'status' = 'ERROR') > 0`,
    [scope.organizationId, scope.programIds, limit],
  );
}

/** The active programs whose events were processed last. @param limit how many programs at most. */
export async function listLatelyProcessed(organizationId: string, limit: number): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    `SELECT p.id FROM programs p
     CROSS JOIN LATERAL (${latestOf('p.id', '1')}) AS latest
     WHERE p.organization_id = $1 AND p.status = 'ACTIVE'
     ORDER BY latest.processed_at DESC LIMIT $2`,
    [organizationId, limit],
  );
  return rows.map(({ id }) => id);
}
