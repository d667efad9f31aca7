/** How far a budget is used up, in whole percent, and from where on that is nearly all of it. */
import { amountOf } from '@/domain/money';

export const NEARLY_USED = 80;
export const USED_UP = 100;

/** Of the limit, rounded down so that 100 means that nothing is left; a lowered limit gives 100 as well. */
export function percentUsed({ consumed = '0', limit }: { readonly consumed?: string | undefined; readonly limit: string }): number {
  return Math.min(USED_UP, amountOf(consumed).times(USED_UP).div(amountOf(limit)).floor().toNumber());
}
