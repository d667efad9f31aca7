/** Loads the rules of programs in the form the engine runs, compiled once per configuration version. */
import { present } from '@/domain/assert';
import { campaignCompiler } from '@/domain/campaigns/compiled';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import type { BudgetSource } from '@/domain/rules/budget';
import { compileRule, configurationOf, type ActionSource, type RuleConfiguration } from '@/domain/rules/rule';
import type { Joined } from '@/server/db/joined';
import type { Tx } from '@/server/db/transaction';

/** A program with one of its rules, or without any. */
type ProgramRow = { program_id: string; version_of_configuration: number } & Joined<RuleRow>;

interface RuleRow {
  id: string;
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
  set_name: string;
  set_campaign: CampaignTerms | null;
  set_created_at: Date;
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
  const loaded = await loadRuleConfigurations(tx, organizationId, new Map([[programId, version]]));
  return present(loaded.get(programId), 'the caller has just read the program');
}

/** The configurations by program, in at most one statement. @param versions of each program, as the caller has just read them. */
export async function loadRuleConfigurations(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  versions: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, RuleConfiguration>> {
  const loaded = new Map<string, RuleConfiguration>();
  for (const [programId, version] of versions) {
    const cached = cache.get(programId);
    if (cached?.version === version) loaded.set(programId, cached);
  }
  const missing = [...versions.keys()].filter((id) => !loaded.has(id));
  if (missing.length === 0) return loaded;
  for (const [programId, configuration] of await readRuleConfigurations(tx, organizationId, missing)) {
    loaded.set(programId, configuration);
    cache.delete(programId);
    cache.set(programId, configuration);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED_PROGRAMS && oldest !== undefined) cache.delete(oldest);
  }
  return loaded;
}

/** The configuration as `tx` sees it, including its own changes; never cached. */
export async function readRuleConfiguration(tx: Pick<Tx, 'query'>, organizationId: string, programId: string): Promise<RuleConfiguration> {
  const read = await readRuleConfigurations(tx, organizationId, [programId]);
  return present(read.get(programId), 'the caller has found the program');
}

/** Rules and their versions come from a single statement, so that a concurrent change cannot separate them. */
export async function readRuleConfigurations(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  programIds: readonly string[],
): Promise<ReadonlyMap<string, RuleConfiguration>> {
  const rows = await tx.query<ProgramRow>(
    `SELECT p.id AS program_id, p.rule_configuration_version AS version_of_configuration, r.id, r.rule_set_id, r.name, r.version, r.status,
            r.condition, r.actions, r.active_from, r.active_to, r.stop_after_match, r.budgets, r.created_at, s.name AS set_name, s.campaign AS set_campaign,
            s.created_at AS set_created_at
     FROM unnest($2::uuid[]) AS asked (id) JOIN programs p ON p.organization_id = $1 AND p.id = asked.id
     LEFT JOIN (rules r JOIN rule_sets s ON s.organization_id = r.organization_id AND s.id = r.rule_set_id)
       ON r.organization_id = p.organization_id AND r.program_id = p.id AND r.status <> 'ARCHIVED'
     ORDER BY s.position, r.position, r.id`,
    [organizationId, programIds],
  );
  return new Map([...Map.groupBy(rows, ({ program_id }) => program_id)].map(([programId, own]) => [programId, compiled(own)]));
}

function compiled(rows: readonly ProgramRow[]): RuleConfiguration {
  const campaignOf = campaignCompiler();
  const rules = rows
    .filter((row) => row.id !== null)
    .map((row) =>
      compileRule({
        id: row.id,
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
        campaign: campaignOf(
          row.set_campaign && { id: row.rule_set_id, name: row.set_name, terms: row.set_campaign, createdAt: row.set_created_at },
        ),
      }),
    );
  return configurationOf(present(rows[0], 'a program without rules has a row too').version_of_configuration, rules);
}
