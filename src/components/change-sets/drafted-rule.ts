/** Holds a rule of a change set as its form edits it: what is drafted, over what is live. */
import type { ChangeSet } from '@/contract/change-set';
import type { Rule } from '@/contract/rule';
import { draftOf, emptyDraft, type RuleFormDraft } from '@/components/rules/rule-draft';

export interface RuleInSet extends RuleFormDraft {
  readonly active: boolean;
  /** From 1, as text; empty: where it is, or last. */
  readonly order: string;
}

type WantedRule = NonNullable<ChangeSet['changes'][number]['rule']>;

/** @param wanted null for a new rule. @param live undefined for a rule that the set creates. */
export function draftedRule(programId: string, wanted: WantedRule | null, live: Rule | undefined): RuleInSet {
  if (!wanted) return { ...emptyDraft(programId), active: true, order: '' };
  const { order, status, actions, budgets, ...fields } = wanted;
  const known = { ...(live ?? BLANK), program_id: programId, ...fields };
  const draft = draftOf({
    ...known,
    // A change set answers the actions as they were sent, which is as those of a rule.
    actions: (actions as Rule['actions'] | undefined) ?? known.actions,
    // It answers the budgets as they were sent, too.
    budgets: (budgets as Rule['budgets'] | undefined) ?? known.budgets,
  });
  return { ...draft, active: (status ?? live?.status) !== 'SUSPENDED', order: order?.toString() ?? '' };
}

const BLANK = {
  rule_set_id: '',
  name: '',
  description: null,
  condition: '',
  stop_after_match: false,
  examples: [],
  actions: [],
  budgets: [],
  active_from: null,
  active_to: null,
} satisfies Partial<Rule>;
