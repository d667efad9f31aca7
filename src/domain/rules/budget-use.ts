/** Computes how much of a budget is used, in whole percent, and when it is nearly used up. */
import { amountOf } from '@/domain/money';

export const NEARLY_USED = 80;
export const USED_UP = 100;

/** Percent of the limit, rounded down so that 100 means that nothing is left; never more, even after the limit was lowered. */
export function percentUsed({ consumed = '0', limit }: { readonly consumed?: string | undefined; readonly limit: string }): number {
  return Math.min(USED_UP, amountOf(consumed).times(USED_UP).div(amountOf(limit)).floor().toNumber());
}
