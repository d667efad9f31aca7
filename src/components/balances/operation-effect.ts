/** Puts an operation's effect on each bucket into words; a module of its own, because it brings the decimal arithmetic. */
import type { BalanceRow } from '@/contract/balance';
import { isAmountText } from '@/domain/amount-text';
import { amountOf } from '@/domain/money';
import { groupDigits } from '@/components/ui/money';
import { drawableOf, sourceOf, type OperationDraft, type OperationName } from './operations';

/** The balance before and after, bucket by bucket; empty until there is an amount, and for a void, whose amount the API determines. */
export function effectWords(operation: OperationName, draft: OperationDraft, row: BalanceRow | undefined, symbol: string): string {
  const typed = draft.amount.trim();
  if (!row || operation === 'voidHold' || !isAmountText(typed)) return '';
  const amount = amountOf(typed);
  const source = sourceOf(operation, draft);
  if (amount.greaterThan(amountOf(drawableOf(source, row)))) {
    return `Only ${groupDigits(drawableOf(source, row))} ${symbol} is ${source.toLowerCase()}, so it will be refused.`;
  }
  const change = (bucket: 'AVAILABLE' | 'HELD') => {
    if (bucket === source) return amount.negated();
    return operation === 'forfeit' ? amountOf('0') : amount;
  };
  const buckets = (['AVAILABLE', 'HELD'] as const).filter((bucket) => !change(bucket).isZero());
  const parts = buckets.map((bucket) => {
    const before = drawableOf(bucket, row);
    const after = amountOf(before).plus(change(bucket));
    const places = Math.max(before.split('.')[1]?.length ?? 0, typed.split('.')[1]?.length ?? 0);
    return `${bucket.toLowerCase()} goes from ${groupDigits(before)} to ${groupDigits(after.toFixed(places))}`;
  });
  const text = `${parts.join(', ')} ${symbol}`.trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
