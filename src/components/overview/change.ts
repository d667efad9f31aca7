/** Puts the change of a figure since the previous period into words, computed in exact decimals. */
import { Amount, amountOf } from '@/domain/money';

const HUNDRED = 100;
const LEAST = new Amount('0.1');

/** "12.5 % more", "3.0 % less", "as before", "none before". Percentages are rounded to one decimal. */
export function changeText(now: string | number, before: string | number): string {
  const [after, was] = [amountOf(now), amountOf(before)];
  const difference = after.minus(was);
  if (difference.isZero()) return 'as before';
  if (was.isZero()) return 'none before';
  const percent = difference.abs().times(HUNDRED).div(was.abs());
  const direction = difference.isPositive() ? 'more' : 'less';
  return percent.lessThan(LEAST) ? `under 0.1 % ${direction}` : `${percent.toFixed(1, Amount.ROUND_HALF_UP)} % ${direction}`;
}
