/**
 * A rule while it is being written: every field as text, so that nothing typed is lost before the API has
 * checked it, and with what was saved beside it, so that nothing the form does not show is lost either.
 */
import type { Rule, RuleAction } from '@/contract/rule';
import { termsOf, type TypedTerms } from '@/components/balances/lot-terms';
import type { Bucket } from '@/domain/ledger/accounts';
import { budgetDraftOf, budgetOf, type BudgetDraft } from './budget-draft';

type Credit = Extract<RuleAction, { type: 'CREDIT' }>;
type Debit = Extract<RuleAction, { type: 'DEBIT' }>;
type Editable = (Credit | Debit) & { readonly target: { readonly type: 'ACTOR' | 'RECIPIENT' } };

/** Leaves the bucket of a credit to the API, which goes by when the credit matures. */
export const BY_TERMS = 'BY_TERMS';

export interface ActionDraft extends TypedTerms {
  /** OTHER is an action that the form shows as it is saved. */
  readonly type: Editable['type'] | 'OTHER';
  readonly asset_id: string;
  readonly amount: string;
  readonly description: string;
  readonly target: 'ACTOR' | 'RECIPIENT';
  readonly bucket: Bucket | typeof BY_TERMS;
  readonly reference_id: string;
  /** The action as it was, whatever its place in the rule is by now. */
  readonly saved: RuleAction | null;
}

export interface RuleDraft {
  readonly program_id: string;
  readonly name: string;
  readonly description: string;
  readonly condition: string;
  readonly actions: readonly ActionDraft[];
  readonly budgets: readonly BudgetDraft[];
  readonly stop_after_match: boolean;
}

export const newAction = (assetId: string): ActionDraft => ({
  type: 'CREDIT',
  asset_id: assetId,
  amount: '',
  description: '',
  target: 'ACTOR',
  bucket: BY_TERMS,
  reference_id: '',
  expires: '',
  matures: '',
  saved: null,
});

export const emptyDraft = (programId: string): RuleDraft => ({
  program_id: programId,
  name: '',
  description: '',
  condition: '',
  actions: [newAction('')],
  budgets: [],
  stop_after_match: false,
});

/** A saved rule, ready to be changed. */
export const draftOf = (rule: Rule): RuleDraft => ({
  program_id: rule.program_id,
  name: rule.name,
  description: rule.description ?? '',
  condition: rule.condition,
  stop_after_match: rule.stop_after_match,
  actions: rule.actions.map(actionDraftOf),
  budgets: rule.budgets.map(budgetDraftOf),
});

const isEditable = (action: RuleAction): action is Editable =>
  (action.type === 'CREDIT' || action.type === 'DEBIT') && (action.target.type === 'ACTOR' || action.target.type === 'RECIPIENT');

function actionDraftOf(action: RuleAction): ActionDraft {
  if (!isEditable(action)) return { ...newAction(''), type: 'OTHER', saved: action };
  const terms: Partial<Credit> = action.type === 'CREDIT' ? action : {};
  return {
    type: action.type,
    asset_id: action.asset_id,
    amount: action.amount,
    description: action.description ?? '',
    target: action.target.type,
    bucket: action.bucket ?? BY_TERMS,
    reference_id: action.reference_id ?? '',
    expires: terms.expires_at ?? terms.expires_in ?? '',
    matures: terms.matures_at ?? terms.matures_in ?? '',
    saved: action,
  };
}

/** Absent when nothing but blanks was typed, else as typed. */
const typed = (text: string): string | undefined => (text.trim() === '' ? undefined : text);

/** The draft's action, over what the saved one says beyond the form. */
function actionOf(draft: ActionDraft): RuleAction {
  if (draft.type === 'OTHER' && draft.saved) return draft.saved;
  const shown = {
    asset_id: draft.asset_id,
    amount: draft.amount,
    description: typed(draft.description),
    reference_id: typed(draft.reference_id),
    target: { ...draft.saved?.target, type: draft.target } as Editable['target'],
  };
  return draft.type === 'CREDIT' ? { ...savedAs<Credit>(draft), ...shown, ...creditFields(draft) } : { ...debitFields(draft), ...shown };
}

/** What was saved, as long as it is still the same kind of action: fields of another kind would be refused. */
const savedAs = <Kind extends RuleAction>({ type, saved }: ActionDraft): Kind | undefined =>
  saved?.type === type ? (saved as Kind) : undefined;

const creditFields = (draft: ActionDraft) => ({
  type: 'CREDIT' as const,
  bucket: draft.bucket === BY_TERMS ? undefined : draft.bucket,
  ...termsOf(draft),
});

function debitFields(draft: ActionDraft) {
  const saved = savedAs<Debit>(draft);
  const bucket = draft.bucket === BY_TERMS ? ('AVAILABLE' as const) : draft.bucket;
  return { ...saved, type: 'DEBIT' as const, bucket, shortfall_policy: saved?.shortfall_policy ?? ('REJECT' as const) };
}

/** The fields of a create or an update. */
export const fieldsOf = (draft: RuleDraft) => ({
  name: draft.name,
  description: draft.description.trim() || null,
  condition: draft.condition,
  stop_after_match: draft.stop_after_match,
  actions: draft.actions.map(actionOf),
  budgets: draft.budgets.map(budgetOf),
});
