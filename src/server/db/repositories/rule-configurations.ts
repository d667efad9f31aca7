/** Loads a program's rules in the form the engine runs, compiled once per configuration version. */
import type { BudgetSource } from '@/domain/rules/budget';
import { compileRule, configurationOf, type ActionSource, type RuleConfiguration } from '@/domain/rules/rule';
import type { Tx } from '../transaction';

interface RuleRow {
  version_of_configuration: number;
  id: string | null;
  rule_set_id: string;
  name: string;
  version: number;
  status: 'ACTIVE' | 'SUSPENDED';
  condition: string;
  actions: ActionSource[];
  active_from: Date | null;
  active_to: Date | null;
  stop_after_match: boolean;
  budgets: BudgetSource[];
  created_at: Date;
}

const MAX_CACHED_PROGRAMS = 1_000;
/** Kept per module and not per process: another bundle compiles to classes that this bundle's engine does not recognise. */
const cache = new Map<string, RuleConfiguration>();

/** The configuration whose version the caller has just read; loaded and compiled when it is not cached. */
export async function loadRuleConfiguration(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  programId: string,
  version: number,
): Promise<RuleConfiguration> {
  const cached = cache.get(programId);
  if (cached?.version === version) return cached;
  const configuration = await readRuleConfiguration(tx, organizationId, programId);
  cache.delete(programId);
  cache.set(programId, configuration);
  if (cache.size > MAX_CACHED_PROGRAMS) cache.delete(cache.keys().next().value!);
  return configuration;
}

/**
 * The configuration as `tx` sees it, including its own changes; never cached. Rules and their version come from a single statement, so
 * that a concurrent change cannot separate them.
 */
export async function readRuleConfiguration(tx: Pick<Tx, 'query'>, organizationId: string, programId: string): Promise<RuleConfiguration> {
  const rows = await tx.query<RuleRow>(
    `SELECT p.rule_configuration_version AS version_of_configuration, r.id, r.rule_set_id, r.name, r.version, r.status, r.condition, r.actions,
            r.active_from, r.active_to, r.stop_after_match, r.budgets, r.created_at
     FROM programs p
     LEFT JOIN (rules r JOIN rule_sets s ON s.id = r.rule_set_id) ON r.program_id = p.id AND r.status <> 'ARCHIVED'
     WHERE p.organization_id = $1 AND p.id = $2
     ORDER BY s.position, r.position, r.id`,
    [organizationId, programId],
  );
  const rules = rows
    .filter((row) => row.id !== null)
    .map((row) =>
      compileRule({
        id: row.id!,
        ruleSetId: row.rule_set_id,
        name: row.name,
        version: row.version,
        status: row.status,
        condition: row.condition,
        actions: row.actions,
        activeFrom: row.active_from,
        activeTo: row.active_to,
        stopAfterMatch: row.stop_after_match,
        budgets: row.budgets,
        createdAt: row.created_at,
      }),
    );
  return configurationOf(rows[0]!.version_of_configuration, rules);
}
