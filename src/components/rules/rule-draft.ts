/** Holds a rule as its form edits it: every field as text, so that no input is lost before the API has checked it. */
import type { Rule } from '@/contract/rule';
import type { RuleExample } from '@/contract/rule-example';
import { actionDraftOf, actionOf, newAction, type ActionDraft } from './action-draft';
import { budgetDraftOf, budgetOf, type BudgetDraft } from './budget-draft';

export interface RuleFormDraft {
  readonly program_id: string;
  /** Fixed at creation; empty for the default set. */
  readonly rule_set_id: string;
  readonly name: string;
  readonly description: string;
  readonly condition: string;
  readonly actions: readonly ActionDraft[];
  readonly budgets: readonly BudgetDraft[];
  /** API instants; empty for no limit. */
  readonly active_from: string;
  readonly active_to: string;
  readonly stop_after_match: boolean;
  readonly examples: readonly RuleExample[];
}

export const emptyDraft = (programId: string): RuleFormDraft => ({
  program_id: programId,
  rule_set_id: '',
  name: '',
  description: '',
  condition: '',
  actions: [newAction('')],
  budgets: [],
  active_from: '',
  active_to: '',
  stop_after_match: false,
  examples: [],
});

type EditedRule = Pick<
  Rule,
  | 'program_id'
  | 'rule_set_id'
  | 'name'
  | 'description'
  | 'condition'
  | 'stop_after_match'
  | 'examples'
  | 'actions'
  | 'budgets'
  | 'active_from'
  | 'active_to'
>;

/** A saved rule as a draft. */
export const draftOf = (rule: EditedRule): RuleFormDraft => ({
  program_id: rule.program_id,
  rule_set_id: rule.rule_set_id,
  name: rule.name,
  description: rule.description ?? '',
  condition: rule.condition,
  stop_after_match: rule.stop_after_match,
  examples: rule.examples,
  actions: rule.actions.map(actionDraftOf),
  budgets: rule.budgets.map(budgetDraftOf),
  active_from: rule.active_from ?? '',
  active_to: rule.active_to ?? '',
});

/** The fields of a create or an update. */
export const fieldsOf = (draft: RuleFormDraft) => ({
  name: draft.name,
  description: draft.description.trim() || null,
  condition: draft.condition,
  stop_after_match: draft.stop_after_match,
  examples: [...draft.examples],
  actions: draft.actions.map(actionOf),
  budgets: draft.budgets.map(budgetOf),
  active_from: draft.active_from || null,
  active_to: draft.active_to || null,
});
