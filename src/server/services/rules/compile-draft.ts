/** Compiles a draft configuration for the engine, checked exactly as a put would check it. */
import type { ConfigurationDraft } from '@/contract/rule-configuration';
import { compileCampaign } from '@/domain/campaigns/compiled';
import { assertConfigurationSound } from '@/domain/rules/configuration-check';
import { compileRule, configurationOf as compiledConfiguration, type RuleConfiguration } from '@/domain/rules/rule';
import type { Ctx } from '@/server/platform/context';
import { loadRuleSurroundings } from '@/server/db/repositories/rules/rule-surroundings';
import type { Tx } from '@/server/db/transaction';
import { naming } from '@/server/services/naming';
import { readDocument } from './configuration-document';
import { timeOf } from './rules';
import { configurationOf, configurationRows } from './get-configuration';

export interface CompiledDraft {
  readonly configuration: RuleConfiguration;
  /** The draft's references to its rules, by rule id; the id of a new rule is temporary. */
  readonly clientRefs: ReadonlyMap<string, string>;
}

/** @throws DomainError not_found, validation_error, asset_not_linked and the codes of faults in actions, each at its path in `configuration`. */
export const compileDraft = (ctx: Ctx, tx: Tx, programId: string, draft: ConfigurationDraft): Promise<CompiledDraft> =>
  naming({ rule_sets: 'configuration.rule_sets' }, () => compile(ctx, tx, programId, draft));

async function compile(ctx: Ctx, tx: Tx, programId: string, draft: ConfigurationDraft): Promise<CompiledDraft> {
  const stored = await configurationRows(ctx, programId, tx);
  const surroundings = await loadRuleSurroundings(tx, ctx.organization.id, programId);
  const wanted = readDocument(draft.rule_sets, configurationOf(stored), surroundings.assets.values());
  const all = wanted.flatMap((set) => set.rules);
  assertConfigurationSound(wanted, new Set([...wanted, ...all].map(({ id }) => id)), surroundings);
  const rows = new Map(stored.sets.flatMap(({ rules }) => rules).map((row) => [row.id, row]));
  const began = new Map(stored.sets.map(({ id, created_at }) => [id, created_at]));
  const rules = wanted.flatMap((set) => {
    const createdAt = began.get(set.id) ?? ctx.clock.now();
    const campaign = set.campaign ? compileCampaign({ id: set.id, name: set.name, terms: set.campaign, createdAt }) : null;
    return set.rules.map(({ active_from, active_to, stop_after_match, ...rule }) => {
      const row = rows.get(rule.id);
      const times = { activeFrom: timeOf(active_from), activeTo: timeOf(active_to), createdAt: row?.created_at ?? ctx.clock.now() };
      return compileRule({ ...rule, ...times, ruleSetId: set.id, version: row?.version ?? 1, stopAfterMatch: stop_after_match, campaign });
    });
  });
  return {
    configuration: compiledConfiguration(stored.version, rules),
    clientRefs: new Map(all.map(({ id, client_ref }) => [id, client_ref])),
  };
}
