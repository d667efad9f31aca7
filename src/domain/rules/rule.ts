/** Compiles rules for the engine: the condition and every template of the actions, once. */
import { compileAction, type CompiledAction } from './actions/templates';
import type { ActionSource } from './actions/catalog';
import type { CompiledCampaign } from '@/domain/campaigns/compiled';
import { compileBudget, type BudgetSource, type CompiledBudget } from './budget';
import { compileCondition, type CompiledCondition } from './condition';
import type { CompiledExpression } from './expression';
import { needsOf, type ConfigurationNeeds } from './needs';
import { rootsOf } from './references';
import { templateExpressions } from './template';

export type { ActionSource } from './actions/catalog';

/** A rule as stored. */
export interface RuleSource {
  readonly id: string;
  readonly ruleSetId: string;
  readonly name: string;
  readonly version: number;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly condition: string;
  readonly actions: readonly ActionSource[];
  readonly activeFrom: Date | null;
  readonly activeTo: Date | null;
  readonly stopAfterMatch: boolean;
  readonly budgets: readonly BudgetSource[];
  readonly createdAt: Date;
  /** The campaign that its set is; absent or null: its set is none. */
  readonly campaign?: CompiledCampaign | null;
}

export interface CompiledRule extends Omit<RuleSource, 'condition' | 'actions' | 'budgets' | 'campaign'> {
  readonly condition: CompiledCondition;
  readonly actions: readonly CompiledAction[];
  readonly budgets: readonly CompiledBudget[];
  readonly campaign: CompiledCampaign | null;
  /** The condition, the audience of the campaign and the expressions of all templates. */
  readonly expressions: readonly CompiledExpression[];
  /** Whether one of them reads the codes of the event: when such a rule matches, they are used. */
  readonly readsCodes: boolean;
}

/** All rules of a program in evaluation order: rule set by rule set, then by local order. */
export interface RuleConfiguration {
  readonly version: number;
  readonly rules: readonly CompiledRule[];
  /** What has to be loaded before these rules can run. */
  readonly needs: ConfigurationNeeds;
}

export function configurationOf(version: number, rules: readonly CompiledRule[]): RuleConfiguration {
  return { version, rules, needs: needsOf(rules) };
}

/** @throws RuleSyntaxError when the condition or a template cannot be compiled. */
export function compileRule(source: RuleSource): CompiledRule {
  const condition = compileCondition(source.condition);
  const actions = source.actions.map(compileAction);
  const campaign = source.campaign ?? null;
  const expressions = [
    ...conditionsOf({ condition, campaign }),
    ...actions.flatMap(({ templates }) => [...templates.values()].flatMap(templateExpressions)),
  ];
  const budgets = source.budgets.map((budget) => compileBudget(budget, source.createdAt));
  return { ...source, condition, actions, budgets, campaign, expressions, readsCodes: rootsOf(expressions).has('codes') };
}

/** What decides whether a rule matches. */
export const conditionsOf = ({ condition, campaign }: Pick<CompiledRule, 'condition' | 'campaign'>): CompiledExpression[] => [
  condition.expression,
  ...(campaign?.audience ? [campaign.audience.expression] : []),
];
