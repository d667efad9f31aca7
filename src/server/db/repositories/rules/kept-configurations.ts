/** Loads an earlier version of a program's rules in the form the engine runs; as versions never change, each is compiled once. */
import { campaignCompiler } from '@/domain/campaigns/compiled';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import { compileRule, configurationOf, type RuleConfiguration } from '@/domain/rules/rule';
import type { Tx } from '@/server/db/transaction';
import { rulesOf, type VersionedRule } from './rule-configuration-versions';

const MAX_CACHED_VERSIONS = 1_000;
const cache = new Map<string, RuleConfiguration>();

/** @param version that the program has or had. */
export async function keptConfiguration(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  programId: string,
  version: number,
): Promise<RuleConfiguration> {
  const key = `${programId}/${version}`;
  const known = cache.get(key);
  if (known) return known;
  const configuration = configurationOf(version, await readRules(tx, organizationId, programId, version));
  cache.set(key, configuration);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED_VERSIONS && oldest !== undefined) cache.delete(oldest);
  return configuration;
}

/** A rule as a version has it, with the set that it then was in. */
interface KeptRow {
  rule: Omit<VersionedRule, 'examples'>;
  rule_set_id: string;
  created_at: Date;
  set_id: string;
  set_name: string;
  campaign: CampaignTerms | null;
  set_created_at: Date;
}

async function readRules(tx: Pick<Tx, 'query'>, organizationId: string, programId: string, version: number) {
  const rows = await tx.query<KeptRow>(
    `SELECT kept.rule, stored.rule_set_id, stored.created_at, s.id AS set_id, kept.rule_set ->> 'name' AS set_name,
            kept.rule_set -> 'campaign' AS campaign, s.created_at AS set_created_at
     FROM rule_configuration_versions v CROSS JOIN LATERAL ${rulesOf('v.content')} AS kept
     JOIN rules stored ON stored.organization_id = $1 AND stored.id = (kept.rule ->> 'id')::uuid
     JOIN rule_sets s ON s.organization_id = $1 AND s.id = (kept.rule_set ->> 'id')::uuid
     WHERE v.organization_id = $1 AND v.program_id = $2 AND v.version = $3 ORDER BY kept.place`,
    [organizationId, programId, version],
  );
  const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));
  const campaignOf = campaignCompiler();
  return rows.map(({ rule, rule_set_id, created_at, set_id, set_name, campaign, set_created_at }) =>
    compileRule({
      id: rule.id,
      ruleSetId: rule_set_id,
      name: rule.name,
      version: rule.version,
      status: rule.status,
      condition: rule.condition,
      actions: rule.actions,
      activeFrom: instant(rule.active_from),
      activeTo: instant(rule.active_to),
      stopAfterMatch: rule.stop_after_match,
      budgets: rule.budgets,
      createdAt: created_at,
      campaign: campaignOf(campaign && { id: set_id, name: set_name, terms: campaign, createdAt: set_created_at }),
    }),
  );
}
