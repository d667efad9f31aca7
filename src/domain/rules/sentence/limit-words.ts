/** Says in words what a budget allows. The same budget always has the same words. */
import { durationText } from '@/domain/duration';
import { cronWords } from '@/domain/schedules/schedule-words';
import type { BudgetSource } from '../budget';
import { limitPeriodOf, LIMIT_PERIODS } from '../limit-periods';

/** `At most 100 CASH a month for each participant.` @param symbol of the asset. */
export const budgetSentence = (budget: BudgetSource, symbol: string): string => `At most ${limitWords(budget, symbol)}.`;

/** `100 CASH a month for each participant`. */
export function limitWords({ limit, scope, schedule_type, cron_expression = '', interval = '' }: BudgetSource, symbol: string): string {
  const whose = scope === 'PARTICIPANT' ? ' for each participant' : ' in all';
  if (schedule_type === null) return `${limit} ${symbol}${whose}`;
  if (schedule_type === 'INTERVAL') return `${limit} ${symbol} every ${durationText(interval).replace(/^1 (?=\w+$)/, '')}${whose}`;
  const named = limitPeriodOf(cron_expression);
  const period = named === null ? `in each period that begins ${cronWords(cron_expression)} in UTC` : LIMIT_PERIODS[named];
  return `${limit} ${symbol} ${period}${whose}`;
}
