/**
 * Tells and writes "at most so many times in a period for each recipient": the budgets that have this effect on credits of fixed amounts,
 * and no others.
 */
import { isAmountText } from '@/domain/amount-text';
import { amountOf, formatDecimal } from '@/domain/money';
import type { BudgetSource } from './budget';
import { limitPeriodOf, type LimitPeriod } from './limit-periods';

/** How often, in a period; null: in all. */
export interface TimesLimit {
  readonly times: number;
  readonly period: LimitPeriod | null;
}

export const MOST_TIMES = 1_000_000;

/** A credit of the same amount every time. */
export interface FixedCredit {
  readonly assetId: string;
  readonly amount: string;
}

/** What a rule gives each time; null if that is nothing, differs from time to time, or is of one asset twice. */
export function fixedCreditsOf(
  actions: readonly { readonly type: string; readonly asset_id?: string; readonly amount?: string }[],
): FixedCredit[] | null {
  const credits = actions
    .filter(({ type }) => type === 'CREDIT')
    .map(({ asset_id = '', amount = '' }) => ({ assetId: asset_id, amount: amount.trim() }));
  const areFixed = credits.every(({ assetId, amount }) => assetId !== '' && isAmountText(amount));
  return areFixed && credits.length > 0 && new Set(credits.map(({ assetId }) => assetId)).size === credits.length ? credits : null;
}

type Limit = Pick<BudgetSource, 'asset_id' | 'scope' | 'limit' | 'schedule_type' | 'cron_expression'>;

/** How often the budgets let each recipient be given all of the credits; null when they say no such number, `undefined` when they say nothing. */
export function timesLimitOf(credits: readonly FixedCredit[], budgets: readonly Limit[]): TimesLimit | null | undefined {
  const limits = credits.map((credit) => {
    const own = budgets.filter(({ asset_id, scope }) => asset_id === credit.assetId && scope === 'PARTICIPANT');
    const [budget] = own;
    return budget === undefined ? undefined : own.length > 1 ? null : timesOf(credit, budget);
  });
  const [first] = limits;
  return limits.every((limit) => limit === first || (limit && first && isSameLimit(limit, first))) ? first : null;
}

export const isSameLimit = (one: TimesLimit, other: TimesLimit): boolean => one.times === other.times && one.period === other.period;

function timesOf({ amount }: FixedCredit, { limit, schedule_type, cron_expression = '' }: Limit): TimesLimit | null {
  const period = schedule_type === 'CRON' ? limitPeriodOf(cron_expression) : null;
  if (!isAmountText(limit) || schedule_type === 'INTERVAL' || (schedule_type === 'CRON' && period === null)) return null;
  const times = amountOf(limit).dividedBy(amountOf(amount));
  return times.isInteger() && times.lessThanOrEqualTo(MOST_TIMES) && times.greaterThan(0) ? { times: times.toNumber(), period } : null;
}

/** How much of an asset so many times are. */
export const limitOfTimes = ({ amount }: FixedCredit, { times }: TimesLimit): string => formatDecimal(amountOf(amount).times(times));
