/** Fills in the templates of a matched rule's action; all of them are filled in before any action happens. */
import type { AssetTerms } from '@/domain/ledger/accounts';
import { truncateToScale, type Amount } from '@/domain/money';
import type { RuleActivation } from './activation';
import type { EvaluationBudget } from './cel/bounds';
import type { ActionSource, CompiledAction } from './rule';
import { evaluateTemplate, type CompiledTemplate } from './template';

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
  const amount = evaluateTemplate(action.amount, activation, budget);
  if (!amount.ok) return { error: `amount: ${amount.reason}` };
  const referenceId = renderText(action.referenceId, activation, budget);
  if (referenceId && !referenceId.ok) return { error: `reference_id: ${referenceId.reason}` };
  if (referenceId && (referenceId.value.length === 0 || referenceId.value.length > MAX_REFERENCE_LENGTH)) {
    return { error: `reference_id: the text must have 1 to ${MAX_REFERENCE_LENGTH} characters` };
  }
  const description = renderText(action.description, activation, budget);
  if (description && !description.ok) return { error: `description: ${description.reason}` };
  return {
    source: action.source,
    asset,
    amount: truncateToScale(amount.value, asset.scale),
    referenceId: referenceId?.value ?? null,
    description: description?.value.slice(0, MAX_DESCRIPTION_LENGTH) ?? null,
  };
}

function renderText(template: CompiledTemplate<'text'> | null, activation: RuleActivation, budget: EvaluationBudget) {
  return template && evaluateTemplate(template, activation, budget);
}
