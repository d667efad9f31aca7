/** Says in words what a budget allows. */
import { durationText } from '@/domain/duration';
import type { BudgetSource } from '../budget';
import { cronWords } from '@/domain/schedules/schedule-words';
import { limitPeriodOf, LIMIT_PERIODS } from '../limit-periods';

/** `100 CASH a month for each participant`. */
export function limitWords({ limit, scope, schedule_type, cron_expression = '', interval = '' }: BudgetSource, symbol: string): string {
  const whose = scope === 'PARTICIPANT' ? ' for each participant' : ' in all';
  if (schedule_type === null) return `${limit} ${symbol}${whose}`;
  if (schedule_type === 'INTERVAL') return `${limit} ${symbol} every ${durationText(interval)}${whose}`;
  const named = limitPeriodOf(cron_expression);
  const period = named === null ? `in each period that begins ${cronWords(cron_expression)}` : LIMIT_PERIODS[named];
  return `${limit} ${symbol} ${period}${whose}`;
}
