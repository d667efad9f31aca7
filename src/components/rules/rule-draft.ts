/** A rule while it is being written: every field as text, so that nothing typed is lost before the API has checked it. */
import type { Rule, RuleAction } from '@/contract/rule';

export interface ActionDraft {
  readonly type: RuleAction['type'];
  readonly asset_id: string;
  readonly amount: string;
  readonly description: string;
  readonly target: 'ACTOR' | 'RECIPIENT';
}

export interface RuleDraft {
  readonly program_id: string;
  readonly name: string;
  readonly description: string;
  readonly condition: string;
  readonly actions: readonly ActionDraft[];
  readonly stop_after_match: boolean;
}

export const newAction = (assetId: string): ActionDraft => ({
  type: 'CREDIT',
  asset_id: assetId,
  amount: '',
  description: '',
  target: 'ACTOR',
});

export const emptyDraft = (programId: string): RuleDraft => ({
  program_id: programId,
  name: '',
  description: '',
  condition: '',
  actions: [newAction('')],
  stop_after_match: false,
});

/** A saved rule, ready to be changed. */
export function draftOf(rule: Rule): RuleDraft {
  return {
    program_id: rule.program_id,
    name: rule.name,
    description: rule.description ?? '',
    condition: rule.condition,
    stop_after_match: rule.stop_after_match,
    actions: rule.actions.map((action) => ({
      type: action.type,
      asset_id: action.asset_id,
      amount: action.amount,
      description: action.description ?? '',
      target: action.target.type,
    })),
  };
}

/** The draft's action, over what the saved one says beyond the form. */
function actionOf(draft: ActionDraft, saved: RuleAction | undefined): RuleAction {
  const shown = {
    asset_id: draft.asset_id,
    amount: draft.amount,
    description: draft.description.trim() || undefined,
    target: { type: draft.target },
  };
  const kept = saved?.type === draft.type ? saved : undefined;
  const bucket = kept?.bucket ?? 'AVAILABLE';
  if (draft.type === 'CREDIT')
    return { ...(kept as Extract<RuleAction, { type: 'CREDIT' }> | undefined), type: 'CREDIT', bucket, ...shown };
  const debit = kept as Extract<RuleAction, { type: 'DEBIT' }> | undefined;
  return { ...debit, type: 'DEBIT', bucket, shortfall_policy: debit?.shortfall_policy ?? 'REJECT', ...shown };
}

/** The fields of a create or an update. @param saved the rule as it was, when it is being changed. */
export const fieldsOf = (draft: RuleDraft, saved?: Rule) => ({
  name: draft.name,
  description: draft.description.trim() || null,
  condition: draft.condition,
  stop_after_match: draft.stop_after_match,
  actions: draft.actions.map((action, index) => actionOf(action, saved?.actions[index])),
});
