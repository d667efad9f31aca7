/** Holds an adjustment as its form edits it, builds the request, and computes the balance before and after. */
import type { BalanceAdjustment, BalanceAdjustmentResult, BalanceRow } from '@/contract/balance';
import { isAmountText } from '@/domain/amount-text';
import { amountOf, ZERO } from '@/domain/money';
import { groupDigits } from '@/components/ui/money';
import { termsOf, type TypedTerms } from './lot-terms';

export interface AdjustDraft extends TypedTerms {
  readonly type: BalanceAdjustment['type'];
  readonly program_id: string;
  readonly asset_id: string;
  readonly amount: string;
  readonly description: string;
  readonly bucket: 'AVAILABLE' | 'HELD' | 'DEFERRED';
  readonly reference_id: string;
  readonly shortfall_policy: 'REJECT' | 'PARTIAL' | 'ALLOW_NEGATIVE';
}

/** @param inLots whether a credit becomes a lot with its own terms. */
export function adjustmentOf(draft: AdjustDraft, inLots: boolean): Omit<BalanceAdjustment, 'idempotency_key'> {
  const { type, program_id, asset_id, amount, description, bucket, reference_id, shortfall_policy } = draft;
  return {
    type,
    program_id,
    asset_id,
    amount: amount.trim(),
    description,
    bucket,
    reference_id: reference_id.trim() || undefined,
    ...(type === 'DEBIT' ? { shortfall_policy } : inLots ? termsOf(draft) : {}),
  };
}

/** The adjustment that reverses one; null where another operation is needed, such as after a settlement. */
export function oppositeOf(
  { type, program_id, asset_id, amount, bucket, reference_id, journal_entry_id }: BalanceAdjustmentResult,
  reason: string,
): Partial<AdjustDraft> | null {
  if (bucket !== 'AVAILABLE' || reference_id !== null || journal_entry_id === null) return null;
  return { type: type === 'CREDIT' ? 'DEBIT' : 'CREDIT', program_id, asset_id, amount, description: `Undo: ${reason}`.slice(0, 500) };
}

const BUCKET_FIELDS = { AVAILABLE: 'available', HELD: 'held', DEFERRED: 'deferred' } as const;

/**
 * The effect in words, with numbers; empty until there is an amount.
 * @param row the current balance; undefined if it never held anything.
 */
export function adjustmentWords(draft: AdjustDraft, row: BalanceRow | undefined, symbol: string, name: string): string {
  const typed = draft.amount.trim();
  if (!typed) return '';
  const amount = `${groupDigits(typed)} ${symbol}`.trim();
  const giving = draft.type === 'CREDIT';
  const deed = giving ? `Gives ${amount} to ${name}` : `Takes ${amount} from ${name}`;
  if (!isAmountText(typed)) return `${deed}.`;
  if (giving && draft.bucket === 'AVAILABLE' && draft.reference_id.trim()) {
    return `${deed}. If there is a hold under ${draft.reference_id.trim()}, this settles it: the held value goes back first.`;
  }
  // A credit that matures later waits in DEFERRED until then.
  const bucket = giving && draft.bucket === 'AVAILABLE' && draft.matures.trim() ? 'DEFERRED' : draft.bucket;
  const field = BUCKET_FIELDS[bucket];
  const before = amountOf(row?.[field] ?? '0');
  const after = giving ? before.plus(amountOf(typed)) : before.minus(amountOf(typed));
  const places = Math.max(row?.[field].split('.')[1]?.length ?? 0, typed.split('.')[1]?.length ?? 0);
  const text = (value: typeof before) => groupDigits(value.toFixed(places));
  if (!giving && after.lessThan(ZERO) && draft.shortfall_policy !== 'ALLOW_NEGATIVE') {
    return draft.shortfall_policy === 'REJECT'
      ? `${deed}; refused, since only ${text(before)} ${symbol} is ${field}.`
      : `Takes the ${text(before.lessThan(ZERO) ? ZERO : before)} ${symbol} that is ${field} from ${name}; there is no more.`;
  }
  return `${deed}: ${field} goes from ${text(before)} to ${text(after)} ${symbol}.`;
}
