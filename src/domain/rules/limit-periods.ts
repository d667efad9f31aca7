/** Knows the schedules of budgets that people have a word for, each by the times at which it begins anew. */

export const LIMIT_PERIODS = {
  '0 * * * *': 'an hour',
  '0 0 * * *': 'a day',
  '0 0 * * 1': 'a week from Monday',
  '0 0 * * 0': 'a week from Sunday',
  '0 0 1 * *': 'a month',
  '0 0 1 1,4,7,10 *': 'a quarter',
  '0 0 1 1 *': 'a year',
} as const;

type LimitPeriod = keyof typeof LIMIT_PERIODS;

export const isLimitPeriod = (cron: string): cron is LimitPeriod => Object.hasOwn(LIMIT_PERIODS, cron);
