/** Presents rule budgets in their wire form. */
import type { Budget } from '@/contract/budget';
import { amountOf, formatAmount } from '@/domain/money';
import { budgetSentence } from '@/domain/rules/sentence/limit-words';
import type { BudgetState } from '@/server/services/rules/budgets';
import { presentTime } from './time';

export function presentBudget({ source, scale, symbol, current }: BudgetState): Budget {
  return {
    ...source,
    sentence: budgetSentence(source, symbol),
    limit: formatAmount(amountOf(source.limit), scale),
    ...(current === null ? {} : { consumed: formatAmount(current.consumed, scale) }),
    ...(current?.endsAt ? { next_reset_at: presentTime(current.endsAt) } : {}),
  };
}
