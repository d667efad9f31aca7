/** What must be right about a rule before it may be saved: expressions that compile, assets that fit. */
import { DomainError, type FieldError } from '@/domain/errors';
import type { AssetTerms } from '@/domain/ledger/accounts';
import { amountOf, isDecimalText, scaleOf } from '@/domain/money';
import { RuleSyntaxError } from './cel/syntax-error';
import type { BudgetSource } from './budget';
import { compileCondition } from './condition';
import type { ActionSource } from './rule';
import { compileTemplate } from './template';

export interface RuleDraft {
  readonly condition: string;
  readonly actions: readonly ActionSource[];
  readonly activeFrom: Date | null;
  readonly activeTo: Date | null;
  readonly budgets: readonly BudgetSource[];
}

/**
 * @param assets the assets linked to the program, by id.
 * @throws DomainError validation_error naming every expression at fault, asset_not_linked.
 */
export function assertRuleSound(draft: RuleDraft, assets: ReadonlyMap<string, Pick<AssetTerms, 'symbol' | 'scale'>>): void {
  const faults = [
    ...faultsOf('condition', draft.condition, compileCondition),
    ...draft.actions.flatMap((action, index) => actionFaults(action, `actions[${index}]`, assets)),
    ...windowFaults(draft),
    ...draft.budgets.flatMap((budget, index) => scaleFaults(`budgets[${index}].limit`, budget.limit, assets.get(budget.asset_id))),
  ];
  const [first] = faults;
  if (first) {
    throw new DomainError('validation_error', faults.length === 1 ? `\`${first.field}\`: ${first.message}` : `${faults.length} fields of the rule are at fault; \`fields\` lists each.`, {
      fields: faults,
      ...(faults.length === 1 ? { param: first.field } : {}),
    });
  }
  assertLinked('actions', draft.actions, assets);
  assertLinked('budgets', draft.budgets, assets);
}

function assertLinked(list: 'actions' | 'budgets', items: readonly { readonly asset_id: string }[], assets: ReadonlyMap<string, unknown>): void {
  const stranger = items.findIndex((item) => !assets.has(item.asset_id));
  if (stranger >= 0) throw new DomainError('asset_not_linked', 'The asset is not linked to the program; link it first.', { param: `${list}[${stranger}].asset_id` });
}

function actionFaults(action: ActionSource, path: string, assets: ReadonlyMap<string, Pick<AssetTerms, 'symbol' | 'scale'>>): FieldError[] {
  return [
    ...faultsOf(`${path}.amount`, action.amount, (source) => compileTemplate(source, 'amount')),
    ...scaleFaults(`${path}.amount`, action.amount, assets.get(action.asset_id)),
    ...(action.reference_id === undefined ? [] : faultsOf(`${path}.reference_id`, action.reference_id, (source) => compileTemplate(source, 'text'))),
    ...(action.description === undefined ? [] : faultsOf(`${path}.description`, action.description, (source) => compileTemplate(source, 'text'))),
  ];
}

function faultsOf(field: string, source: string, compile: (source: string) => unknown): FieldError[] {
  try {
    compile(source);
    return [];
  } catch (error) {
    if (!(error instanceof RuleSyntaxError)) throw error;
    return [{ field, message: `${error.message} (line ${error.line}, column ${error.column})`, reason: 'invalid_expression' }];
  }
}

/** A literal that the asset cannot hold would be cut silently at each event; it is refused instead. */
function scaleFaults(field: string, source: string, asset: Pick<AssetTerms, 'symbol' | 'scale'> | undefined): FieldError[] {
  const text = source.trim();
  if (!asset || !isDecimalText(text) || scaleOf(amountOf(text)) <= asset.scale) return [];
  return [{ field, message: `${asset.symbol} has ${asset.scale} decimal places; write the amount with no more.`, reason: 'out_of_range', expected: `at most ${asset.scale} decimal places`, received: text }];
}

function windowFaults({ activeFrom, activeTo }: RuleDraft): FieldError[] {
  if (!activeFrom || !activeTo || activeFrom < activeTo) return [];
  return [{ field: 'active_to', message: 'The rule would end before it begins; choose a later time.', reason: 'out_of_range', expected: 'later than active_from' }];
}
