/** Says in words what a budget allows, and knows the schedules that people have a word for. */
import { durationText } from '@/domain/duration';
import type { BudgetSource } from '../budget';
import { quoted } from './field-words';

/** The periods that have a word, by the schedule at which each begins. */
export const PERIODS: Readonly<Record<string, string>> = {
  '0 * * * *': 'an hour',
  '0 0 * * *': 'a day',
  '0 0 * * 1': 'a week from Monday',
  '0 0 * * 0': 'a week from Sunday',
  '0 0 1 * *': 'a month',
  '0 0 1 1,4,7,10 *': 'a quarter',
  '0 0 1 1 *': 'a year',
};

/** `100 CASH a month for each participant`. */
export function limitWords({ limit, scope, schedule_type, cron_expression = '', interval = '' }: BudgetSource, symbol: string): string {
  const whose = scope === 'PARTICIPANT' ? ' for each participant' : ' in all';
  if (schedule_type === null) return `${limit} ${symbol}${whose}`;
  if (schedule_type === 'INTERVAL') return `${limit} ${symbol} every ${durationText(interval)}${whose}`;
  const period = Object.hasOwn(PERIODS, cron_expression)
    ? PERIODS[cron_expression]
    : `in each period of the schedule ${quoted(cron_expression)}`;
  return `${limit} ${symbol} ${period}${whose}`;
}
