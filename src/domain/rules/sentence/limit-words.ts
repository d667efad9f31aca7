/** Says in words what a budget allows. */
import { durationText } from '@/domain/duration';
import type { BudgetSource } from '../budget';
import { isLimitPeriod, LIMIT_PERIODS } from '../limit-periods';
import { quoted } from './field-words';

/** `100 CASH a month for each participant`. */
export function limitWords({ limit, scope, schedule_type, cron_expression = '', interval = '' }: BudgetSource, symbol: string): string {
  const whose = scope === 'PARTICIPANT' ? ' for each participant' : ' in all';
  if (schedule_type === null) return `${limit} ${symbol}${whose}`;
  if (schedule_type === 'INTERVAL') return `${limit} ${symbol} every ${durationText(interval)}${whose}`;
  const period = isLimitPeriod(cron_expression)
    ? LIMIT_PERIODS[cron_expression]
    : `in each period of the schedule ${quoted(cron_expression)}`;
  return `${limit} ${symbol} ${period}${whose}`;
}
