/** Loads what an estimate of a draft is made from, and checks the draft as saving it would. */
import type { EstimateRule } from '@/contract/rule-estimate';
import { compileCampaign } from '@/domain/campaigns/compiled';
import { DomainError } from '@/domain/errors';
import type { AssetTerms } from '@/domain/ledger/accounts';
import { assertRuleSound } from '@/domain/rules/check';
import { trialOf, type EstimateTrial } from '@/domain/rules/estimate/trial';
import { compileRule, type CompiledRule, type RuleConfiguration } from '@/domain/rules/rule';
import type { Ctx } from '@/server/platform/context';
import type { PastScope } from '@/server/db/repositories/rules/past-events';
import { loadRuleConfiguration } from '@/server/db/repositories/rules/rule-configurations';
import { listRuleSets } from '@/server/db/repositories/rules/rule-sets';
import { loadRuleSurroundings } from '@/server/db/repositories/rules/rule-surroundings';
import type { RuleRow } from '@/server/db/repositories/rules/rules';
import { withTransaction } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { naming } from '@/server/services/naming';
import { getProgram } from '@/server/services/programs/programs';
import { DEFAULT_SET, getRule, timeOf } from '@/server/services/rules/rules';
import type { SceneScope } from './scene';

/** From inclusive, to exclusive. */
export interface EstimateWindow {
  readonly from: Date;
  readonly to: Date;
}

export interface DraftedRule {
  readonly organizationId: string;
  readonly programId: string;
  /** Of the program. */
  readonly timezone: string;
  readonly window: EstimateWindow;
  /** As written. */
  readonly rule: CompiledRule;
  readonly trial: EstimateTrial;
  readonly configuration: RuleConfiguration;
  /** Those linked to the program, by id. */
  readonly assets: ReadonlyMap<string, AssetTerms>;
  readonly isStored: boolean;
}

/** @throws DomainError not_found (program, rule, set), invalid_status (archived rule), and whatever saving the draft would throw. */
export async function loadDraft(ctx: Ctx, { id, rule, rule_id }: EstimateRule, window: EstimateWindow): Promise<DraftedRule> {
  const organizationId = ctx.organization.id;
  const program = await getProgram(ctx, id);
  const stored = rule_id === undefined ? null : await storedRule(ctx, rule_id, id);
  const { surroundings, sets, configuration } = await withTransaction(async (tx) => ({
    surroundings: await loadRuleSurroundings(tx, organizationId, id),
    sets: await listRuleSets(tx, organizationId, id),
    configuration: await loadRuleConfiguration(tx, organizationId, id, program.rule_configuration_version),
  }));
  const wanted = stored?.rule_set_id ?? rule.rule_set_id;
  const set = sets.find((one) => (wanted === undefined ? one.key === DEFAULT_SET.key : one.id === wanted));
  if (set === undefined && wanted !== undefined)
    throw new DomainError('not_found', 'The program has no such rule set.', { param: 'rule.rule_set_id' });
  const written = { ...rule, activeFrom: timeOf(rule.active_from), activeTo: timeOf(rule.active_to) };
  const compiled = await naming(IN_RULE, async () => {
    assertRuleSound(written, surroundings);
    return compileRule({
      ...written,
      id: stored?.id ?? newId(),
      ruleSetId: set?.id ?? '',
      name: stored?.name ?? 'The draft',
      version: stored?.version ?? 1,
      status: stored?.status === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE',
      stopAfterMatch: rule.stop_after_match,
      createdAt: stored?.created_at ?? window.from,
      campaign: set?.campaign ? compileCampaign({ id: set.id, name: set.name, terms: set.campaign, createdAt: set.created_at }) : null,
    });
  });
  return {
    organizationId,
    programId: id,
    timezone: program.timezone,
    window,
    rule: compiled,
    trial: trialOf(configuration, compiled, window.from),
    configuration,
    assets: surroundings.assets,
    isStored: stored !== null,
  };
}

export const pastScopeOf = ({ organizationId, programId, window, trial }: DraftedRule): PastScope => ({
  organizationId,
  programId,
  ...window,
  eventTypes: trial.eventTypes,
});

/** @param named whether everybody's name is needed. */
export const sceneScopeOf = ({ organizationId, programId, timezone, assets, window }: DraftedRule, named = false): SceneScope => ({
  organizationId,
  programId,
  timezone,
  assets,
  at: new Date(window.to.getTime() + 1),
  named,
});

/** Where the request has the fields that saving a rule may refuse. */
const IN_RULE = {
  condition: 'rule.condition',
  actions: 'rule.actions',
  budgets: 'rule.budgets',
  active_from: 'rule.active_from',
  active_to: 'rule.active_to',
};

async function storedRule(ctx: Ctx, id: string, programId: string): Promise<RuleRow> {
  const row = await getRule(ctx, id, 'rule_id');
  if (row.program_id !== programId) throw new DomainError('not_found', 'The program has no such rule.', { param: 'rule_id' });
  if (row.status === 'ARCHIVED')
    throw new DomainError('invalid_status', 'The rule is archived and never runs again; leave `rule_id` out to try it as a new one.', {
      param: 'rule_id',
    });
  return row;
}
