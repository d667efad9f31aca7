/** Fills in the templates of a matched rule's action; all of them are filled in before any action happens. */
import type { AssetTerms } from '@/domain/ledger/accounts';
import { truncateToScale, type Amount } from '@/domain/money';
import type { RuleActivation } from './activation';
import type { EvaluationBudget } from './cel/budget';
import type { ActionSource, CompiledAction } from './rule';
import { evaluateAmount, evaluateText, type TextTemplate } from './template';

export interface RenderedAction {
  readonly source: ActionSource;
  readonly asset: AssetTerms;
  /** Rounded down to the asset's scale; zero or less means there is nothing to do. */
  readonly amount: Amount;
  readonly referenceId: string | null;
  readonly description: string | null;
}

const MAX_REFERENCE_LENGTH = 255;
const MAX_DESCRIPTION_LENGTH = 500;

/** The action with its values, or why one of its templates gives none. */
export function renderAction(
  action: CompiledAction,
  activation: RuleActivation,
  assets: ReadonlyMap<string, AssetTerms>,
  budget: EvaluationBudget,
): RenderedAction | { readonly error: string } {
  const asset = assets.get(action.source.asset_id);
  if (!asset) return { error: `the asset ${action.source.asset_id} is not linked to the program` };
  const amount = evaluateAmount(action.amount, activation, budget);
  if ('error' in amount) return { error: `amount: ${amount.error}` };
  const referenceId = renderText(action.referenceId, activation, budget);
  if (referenceId && 'error' in referenceId) return { error: `reference_id: ${referenceId.error}` };
  if (referenceId && (referenceId.value.length === 0 || referenceId.value.length > MAX_REFERENCE_LENGTH)) {
    return { error: `reference_id: the text must have 1 to ${MAX_REFERENCE_LENGTH} characters` };
  }
  const description = renderText(action.description, activation, budget);
  if (description && 'error' in description) return { error: `description: ${description.error}` };
  return {
    source: action.source,
    asset,
    amount: truncateToScale(amount.value, asset.scale),
    referenceId: referenceId?.value ?? null,
    description: description?.value.slice(0, MAX_DESCRIPTION_LENGTH) ?? null,
  };
}

function renderText(template: TextTemplate | null, activation: RuleActivation, budget: EvaluationBudget) {
  return template && evaluateText(template, activation, budget);
}
