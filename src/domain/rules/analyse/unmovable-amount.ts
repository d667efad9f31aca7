/** Finds actions that can never move anything, because their amount is 0 or less, or too large, for every event. */
import { MAX_INTEGER_DIGITS } from '@/domain/amount-text';
import { amountOf, formatAmount, isMovable, truncateToScale, ZERO, type Amount } from '@/domain/money';
import { rangeOf, type Range } from './bounds';
import type { AnalysedRule, KnownAsset, Observation, AnalysisSurroundings } from './finding';
import { Logic } from './logic';

export function unmovableAmountFindings(
  { rule }: AnalysedRule,
  { surroundings: { assets } }: { readonly surroundings: Pick<AnalysisSurroundings, 'assets'> },
): Observation[] {
  const logic = Logic.of(rule.condition);
  return rule.actions.flatMap(({ source, templates }, index): Observation[] => {
    const template = templates.get('amount');
    if (!('amount' in source) || !template) return [];
    const trouble = troubleOf(rangeOf(template, logic), assets.get(source.asset_id));
    if (trouble === null) return [];
    const message = `\`${source.amount}\` ${trouble}`;
    return [{ code: 'unmovable_amount', kind: 'action', scope: null, key: `actions[${index}].amount`, suggestion: null, message }];
  });
}

function troubleOf({ low, high }: Range, asset: KnownAsset | undefined): string | null {
  if (isNothing(high)) return 'is 0 or less for every event, so that the action is always left out. Write an amount that can be positive.';
  if (asset && high.isFinite() && isNothing(truncateToScale(high, asset.scale))) {
    const smallest = formatAmount(amountOf(`1e-${asset.scale}`), asset.scale);
    return `is less than ${smallest} for every event, the smallest amount of ${asset.symbol}, so that the action is always left out.`;
  }
  if (low.greaterThan(ZERO) && !isMovable(low))
    return `has more than ${MAX_INTEGER_DIGITS} digits before the point for every event, so that every event that the rule matches fails.`;
  return null;
}

const isNothing = (amount: Amount): boolean => amount.lessThanOrEqualTo(ZERO);
