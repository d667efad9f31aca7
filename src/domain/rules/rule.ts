/** A rule as the engine runs it: its condition and every template of its actions compiled once. */
import type { Bucket } from '@/domain/ledger/accounts';
import type { TermsSource } from '@/domain/ledger/terms';
import type { ShortfallPolicy } from '@/domain/ledger/debit';
import { compileBudget, type BudgetSource, type CompiledBudget } from './budget';
import { compileCondition, type CompiledCondition } from './condition';
import { rootsOf } from './references';
import { compileTemplate, templateExpressions, type CompiledTemplate } from './template';

/** Whom an action is about, from the point of view of the event. */
export interface ActionTarget {
  readonly type: 'ACTOR' | 'RECIPIENT';
}

interface MovementFields {
  readonly amount: string;
  readonly asset_id: string;
  readonly reference_id?: string;
  readonly description?: string;
  readonly target: ActionTarget;
}

/** An action as it is written and stored. */
export type ActionSource =
  | (MovementFields & TermsSource & { readonly type: 'CREDIT'; readonly bucket?: Bucket | undefined })
  | (MovementFields & { readonly type: 'DEBIT'; readonly bucket: Bucket; readonly shortfall_policy: ShortfallPolicy });

export interface CompiledAction {
  readonly source: ActionSource;
  readonly amount: CompiledTemplate<'amount'>;
  readonly referenceId: CompiledTemplate<'text'> | null;
  readonly description: CompiledTemplate<'text'> | null;
}

/** A rule as it is stored. */
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
}

export interface CompiledRule extends Omit<RuleSource, 'condition' | 'actions' | 'budgets'> {
  readonly condition: CompiledCondition;
  readonly actions: readonly CompiledAction[];
  readonly budgets: readonly CompiledBudget[];
  /** Whether an expression of the rule asks for the groups of the actor. */
  readonly readsGroups: boolean;
}

/** All rules of a program in evaluation order: rule set by rule set, then by local order. */
export interface RuleConfiguration {
  readonly version: number;
  readonly rules: readonly CompiledRule[];
}

/** @throws RuleSyntaxError when the condition or a template cannot be compiled. */
export function compileRule(source: RuleSource): CompiledRule {
  const condition = compileCondition(source.condition);
  const actions = source.actions.map(compileAction);
  const expressions = [condition.expression, ...actions.flatMap(templatesOf).flatMap(templateExpressions)];
  const budgets = source.budgets.map((budget) => compileBudget(budget, source.createdAt));
  return { ...source, condition, actions, budgets, readsGroups: rootsOf(expressions).has('groups') };
}

const templatesOf = ({ amount, referenceId, description }: CompiledAction): readonly CompiledTemplate[] => [amount, referenceId, description].filter((template) => template !== null);

/** @throws RuleSyntaxError when a template cannot be compiled. */
export function compileAction(source: ActionSource): CompiledAction {
  return {
    source,
    amount: compileTemplate(source.amount, 'amount'),
    referenceId: source.reference_id === undefined ? null : compileTemplate(source.reference_id, 'text'),
    description: source.description === undefined ? null : compileTemplate(source.description, 'text'),
  };
}
