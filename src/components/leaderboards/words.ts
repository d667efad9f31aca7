/** The words for what leaderboards measure, for their periods, and for the seasons that these are. */
import type { Leaderboard } from '@/contract/leaderboard';

export const MEASURE_WORDS: Readonly<Record<Leaderboard['measure']['type'], string>> = {
  EARNED: 'What rules give',
  COUNTER: 'How much a counter rises',
  CHALLENGE: 'Completions of a challenge',
};

export const PERIOD_WORDS: Readonly<Record<Leaderboard['period'], string>> = {
  NONE: 'Once, within a window',
  WEEK: 'Every week, from Monday',
  MONTH: 'Every month',
  QUARTER: 'Every quarter',
};

export const seasonName = (season: string): string => (season === 'ALL' ? 'Whole window' : season);
