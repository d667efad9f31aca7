/** Says in sentences what the rules, tiers and automations of a template do, before a program is made from it. */
import { automationSentence } from '@/domain/automations/automation-sentence';
import { withAssetId } from '@/domain/rules/asset-names';
import type { BudgetSource } from '@/domain/rules/budget';
import { ruleSentence } from '@/domain/rules/sentence/rule-sentence';
import { levelsSentence } from '@/domain/tiers/tier-sentence';
import type { ProgramConfiguration } from '../program-configuration';

type Part<Kind extends 'automations' | 'tiers'> = ProgramConfiguration[Kind][number];
type Rule = ProgramConfiguration['rule_sets'][number]['rules'][number];

/** @param symbolOf what stands for an asset of the template. */
export function templateRuleSentence(rule: Rule, symbolOf: (symbol: string) => string): string {
  const symbols = [...rule.actions, ...rule.budgets].flatMap((item) => ('asset' in item && item.asset !== undefined ? [item.asset] : []));
  // Within a template, an asset is known by its symbol.
  const ids = new Map(symbols.map((symbol) => [symbol, symbol]));
  return ruleSentence(
    {
      ...rule,
      actions: rule.actions.map((action) => withAssetId(action, ids)).filter((action) => action !== null),
      budgets: rule.budgets.map((budget) => withAssetId<BudgetSource>(budget, ids)).filter((budget) => budget !== null),
      active_from: rule.active_from ?? null,
      active_to: rule.active_to ?? null,
    },
    symbolOf,
  );
}

export const templateTierSentence = ({ levels }: Part<'tiers'>): string =>
  levelsSentence(
    levels.map(({ key, display_name, benefits, qualification }) => ({
      key,
      display_name: display_name ?? null,
      benefits: benefits ?? [],
      qualification: qualification
        ? { ...qualification, criteria: qualification.criteria.map((each) => ({ ...each, threshold: String(each.threshold) })) }
        : null,
    })),
  );

export function templateAutomationSentence(automation: Part<'automations'>): string {
  const { trigger } = automation;
  return automationSentence({
    ...automation,
    trigger: {
      type: trigger.type,
      timezone: trigger.timezone,
      cron_expression: trigger.cron_expression ?? null,
      run_at: trigger.run_at === undefined ? null : new Date(trigger.run_at),
    },
    participant_filter: automation.participant_filter ?? null,
    guard_condition: automation.guard_condition ?? null,
  });
}
