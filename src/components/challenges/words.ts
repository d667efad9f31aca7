/** The words for kinds of goals, periods and repetitions, each with an example where it is chosen. */
import type { Challenge } from '@/contract/challenge';

interface Words {
  readonly label: string;
  readonly about: string;
}

export const GOAL_WORDS: Readonly<Record<Challenge['goal']['type'], Words>> = {
  COUNT: { label: 'So many events', about: 'such as ten coffees' },
  SUM: { label: 'A sum', about: 'such as 500 spent' },
  DISTINCT: { label: 'Different values', about: 'such as five different stores' },
  STEPS: { label: 'Several steps', about: 'such as a profile, an order and a review' },
  STREAK: { label: 'A streak', about: 'such as seven days in a row' },
};

export const PERIOD_WORDS: Readonly<Record<Challenge['period'], string>> = {
  NONE: 'Never',
  DAY: 'Every day',
  WEEK: 'Every week, on Monday',
  MONTH: 'Every month',
  QUARTER: 'Every quarter',
  YEAR: 'Every year',
};

export const REPEAT_WORDS = {
  ONCE: 'Once',
  OFTEN: 'As often as it goes',
  LIMITED: 'A number of times',
} as const;
