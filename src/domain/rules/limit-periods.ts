/** Knows the schedules of budgets that people have a word for, however their cron expression is spelled. */
import { choiceOf } from '@/domain/schedules/cron-choice';
import { cronOf } from '@/domain/schedules/schedule-choice';

/** Each by the one spelling that its schedule has as a choice. */
export const LIMIT_PERIODS = {
  '0 * * * *': 'an hour',
  '0 0 * * *': 'a day',
  '0 0 * * 1': 'a week from Monday',
  '0 0 * * 7': 'a week from Sunday',
  '0 0 1 * *': 'a month',
  '0 0 1 1,4,7,10 *': 'a quarter',
  '0 0 1 1 *': 'a year',
} as const;

export type LimitPeriod = keyof typeof LIMIT_PERIODS;

const isLimitPeriod = (cron: string): cron is LimitPeriod => Object.hasOwn(LIMIT_PERIODS, cron);

/** @returns null for a schedule that has no word. */
export function limitPeriodOf(cron: string): LimitPeriod | null {
  const choice = choiceOf(cron);
  const spelling = choice === null ? '' : cronOf(choice);
  return isLimitPeriod(spelling) ? spelling : null;
}
