/** Validates a rule before it is saved: expressions must compile, and assets must fit. */
import { DomainError, type FieldError } from '@/domain/errors';
import type { AssetTerms } from '@/domain/ledger/accounts';
import { isNumeral, MAX_INTEGER_DIGITS } from '@/domain/amount-text';
import { amountOf, isMovable, scaleOf } from '@/domain/money';
import { kindOfAction } from './actions';
import type { ActionFault, RuleSurroundings } from './actions/kind';
import type { ActionSource } from './actions/catalog';
import { writtenTemplates } from './actions/templates';
import { RuleSyntaxError } from './cel/syntax-error';
import type { BudgetSource } from './budget';
import { compileCondition } from './condition';
import { compileTemplate } from './template';
import { isReserved } from '@/domain/ledger/references';

export interface RuleDraft {
  readonly condition: string;
  readonly actions: readonly ActionSource[];
  readonly activeFrom: Date | null;
  readonly activeTo: Date | null;
  readonly budgets: readonly BudgetSource[];
}

/** An expression that does not compile, and where in its text. */
export interface ExpressionFault {
  /** Its path in the rule, such as `condition` or `actions[0].amount`. */
  readonly field: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** The message of a fault, with its position in the expression. */
export const withPosition = (message: string, line: number, column: number): string =>
  `${message.replace(/\.$/, '')} (line ${line}, column ${column}).`;

/**
 * @throws DomainError validation_error naming every field at fault; asset_not_linked; or the fault's own
 * code, when it has one and there is no fault of another kind.
 */
export function assertRuleSound(draft: RuleDraft, surroundings: RuleSurroundings): void {
  const { assets } = surroundings;
  const coded = [
    ...draft.actions.flatMap((action, index) => actionFaults(action, `actions[${index}]`, surroundings)),
    ...unmovableAmounts(draft),
  ];
  refuseFaults(
    [
      ...expressionFaults(draft).map(expressionField),
      ...coded.filter(({ code }) => code === undefined),
      ...windowFaults(draft),
      ...draft.budgets.flatMap((budget, index) => scaleFaults(`budgets[${index}].limit`, budget.limit, assets.get(budget.asset_id))),
      ...unlinked('actions', draft.actions, assets),
      ...unlinked('budgets', draft.budgets, assets),
      ...coded.filter(({ code }) => code !== undefined),
    ],
    'rule',
  );
}

/**
 * @param of what the fields are of.
 * @throws DomainError validation_error naming every field at fault; or the fault's own code, when it has one and there is no fault of another kind.
 */
export function refuseFaults(faults: readonly ActionFault[], of: string): void {
  const invalid = faults.filter(({ code }) => code === undefined);
  const [first] = invalid;
  if (first) {
    const message =
      invalid.length === 1
        ? `\`${first.field}\`: ${first.message}`
        : `${invalid.length} fields of the ${of} are invalid; \`fields\` lists each one.`;
    throw new DomainError('validation_error', message, { fields: invalid, ...(invalid.length === 1 ? { param: first.field } : {}) });
  }
  const [refused] = faults;
  if (refused?.code) throw new DomainError(refused.code, refused.message, { param: refused.field });
}

/** The fault of an expression among those of other fields. */
export const expressionField = ({ field, message, line, column }: ExpressionFault): ActionFault => ({
  field,
  message: withPosition(message, line, column),
  reason: 'invalid_expression',
});

/** Every condition and template that cannot be compiled. */
export function expressionFaults({ condition, actions }: Pick<RuleDraft, 'condition' | 'actions'>): ExpressionFault[] {
  return [
    ...faultsOf('condition', () => compileCondition(condition)),
    ...actions.flatMap((action, index) =>
      writtenTemplates(action).flatMap(({ path, kind, text }) => faultsOf(`actions[${index}].${path}`, () => compileTemplate(text, kind))),
    ),
  ];
}

/** Items for an asset that is not linked to the program. */
export function unlinked(list: 'actions' | 'budgets', items: readonly object[], assets: ReadonlyMap<string, unknown>): ActionFault[] {
  return items.flatMap((item, index): ActionFault[] =>
    'asset_id' in item && !assets.has(String(item.asset_id))
      ? [
          {
            field: `${list}[${index}].asset_id`,
            message: 'The asset is not linked to the program; link it first.',
            reason: 'not_found',
            code: 'asset_not_linked',
          },
        ]
      : [],
  );
}

function actionFaults(action: ActionSource, path: string, surroundings: RuleSurroundings): ActionFault[] {
  const asset = 'asset_id' in action ? surroundings.assets.get(action.asset_id) : undefined;
  return [
    ...('amount' in action ? scaleFaults(`${path}.amount`, action.amount, asset) : []),
    ...('reference_id' in action && isReserved(action.reference_id ?? null) ? [reservedReference(`${path}.reference_id`)] : []),
    ...kindOfAction(action)
      .faults(action, surroundings)
      .map((fault) => ({ ...fault, field: fault.field === '' ? path : `${path}.${fault.field}` })),
  ];
}

const reservedReference = (field: string): ActionFault => ({
  field,
  message: 'A reference must not begin with "service:"; choose another.',
  reason: 'invalid_value',
  code: 'reserved_reference_id',
});

/** The fault of an expression in a field, if compiling it finds one. */
export function faultsOf(field: string, compile: () => unknown): ExpressionFault[] {
  try {
    compile();
    return [];
  } catch (error) {
    if (!(error instanceof RuleSyntaxError)) throw error;
    return [{ field, message: error.message, line: error.line, column: error.column }];
  }
}

/** A literal with too many decimal places would be truncated silently at each event, so it is refused instead. */
export function scaleFaults(field: string, source: string, asset: Pick<AssetTerms, 'symbol' | 'scale'> | undefined): FieldError[] {
  const text = source.trim();
  if (!asset || !isNumeral(text) || scaleOf(amountOf(text)) <= asset.scale) return [];
  return [
    {
      field,
      message: `${asset.symbol} has ${asset.scale} decimal places; write the amount with no more.`,
      reason: 'out_of_range',
      expected: `at most ${asset.scale} decimal places`,
      received: text,
    },
  ];
}

/** Literal amounts that nothing can ever be moved by: such an action would be left out, or fail its event, every time. */
export function unmovableAmounts({ actions }: Pick<RuleDraft, 'actions'>): ActionFault[] {
  return actions.flatMap((action, index): ActionFault[] => {
    const text = 'amount' in action ? action.amount.trim() : '';
    if (!isNumeral(text) || isMovable(amountOf(text))) return [];
    return [
      {
        field: `actions[${index}].amount`,
        message: `This amount can never be moved; write a positive decimal with at most ${MAX_INTEGER_DIGITS} digits before the point.`,
        reason: 'out_of_range',
        code: 'invalid_amount',
        expected: 'positive decimal string',
        received: text,
      },
    ];
  });
}

function windowFaults({ activeFrom, activeTo }: RuleDraft): FieldError[] {
  if (!activeFrom || !activeTo || activeFrom < activeTo) return [];
  return [
    {
      field: 'active_to',
      message: 'The rule would end before it begins; choose a later time.',
      reason: 'out_of_range',
      expected: 'later than active_from',
    },
  ];
}
