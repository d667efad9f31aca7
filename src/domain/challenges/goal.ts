/** Defines challenges as they are written: what counts toward a goal, how much is wanted, how often, and what takes progress back. */

export const CHALLENGE_STATUSES = ['DRAFT', 'ACTIVE', 'PAUSED', 'ARCHIVED'] as const;
export type ChallengeStatus = (typeof CHALLENGE_STATUSES)[number];

/** Progress begins anew in each; NONE: never. */
export const CHALLENGE_PERIODS = ['NONE', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;
export type ChallengePeriod = (typeof CHALLENGE_PERIODS)[number];

export const STREAK_UNITS = ['DAY', 'WEEK'] as const;
export type StreakUnit = (typeof STREAK_UNITS)[number];

export const BADGE_ICONS = [
  'award',
  'coffee',
  'crown',
  'flame',
  'gift',
  'heart',
  'leaf',
  'medal',
  'rocket',
  'star',
  'trophy',
  'zap',
] as const;

/** The most rounds of a period, and the most distinct values that are told apart. */
export const MAX_ROUNDS = 1_000;
export const MAX_DISTINCT = 1_000;
export const MAX_STEPS = 20;
export const MAX_PARTS = 10;
export const MAX_EVENT_TYPES = 20;
/** The longest streak, in its units. */
export const MAX_STREAK = 366;

/** Which events count: those of a type, if a CEL condition is true for them. */
export interface EventMatch {
  readonly event_types: readonly string[];
  readonly condition: string | null;
}

interface GoalStep {
  readonly key: string;
  readonly name: string;
  readonly match: EventMatch;
  readonly target: number;
}

export type Goal =
  | { readonly type: 'COUNT'; readonly target: number; readonly match: EventMatch }
  /** The target is a decimal; the value a CEL number. */
  | { readonly type: 'SUM'; readonly target: string; readonly match: EventMatch; readonly value: string }
  | { readonly type: 'DISTINCT'; readonly target: number; readonly match: EventMatch; readonly value: string }
  | { readonly type: 'STEPS'; readonly steps: readonly GoalStep[] }
  /** Of `target` units in a row, `grace` may be missed between the first and the last. */
  | {
      readonly type: 'STREAK';
      readonly target: number;
      readonly unit: StreakUnit;
      readonly match: EventMatch;
      readonly min_per_unit: number;
      readonly grace: number;
    };

/** Events that take back what earlier ones counted under the same reference: all of it, or the amount of a sum that `amount` gives. */
export interface TakeBack {
  readonly match: EventMatch;
  /** CEL over the event that takes back. */
  readonly reference: string;
  /** CEL over the event that counted. */
  readonly original_reference: string;
  readonly amount: string | null;
}

export interface Badge {
  readonly name: string;
  readonly description: string | null;
  readonly icon: (typeof BADGE_ICONS)[number];
}

/** What progress is measured by: it cannot change once there is some. */
export interface ChallengeMeasure {
  readonly goal: Goal;
  readonly period: ChallengePeriod;
  readonly maxRounds: number;
  readonly audience: string | null;
  readonly takeBack: TakeBack | null;
}

/** The same as it is stored. */
interface StoredMeasure extends Pick<ChallengeMeasure, 'goal' | 'period' | 'audience'> {
  readonly max_rounds: number;
  readonly take_back: TakeBack | null;
}

export const measureOf = ({ goal, period, max_rounds, audience, take_back }: StoredMeasure): ChallengeMeasure => ({
  goal,
  period,
  maxRounds: max_rounds,
  audience,
  takeBack: take_back,
});

/** The whole of a goal, in what its progress is counted in. */
export function targetOf(goal: Goal): string {
  if (goal.type === 'STEPS') return String(goal.steps.reduce((sum, { target }) => sum + target, 0));
  return String(goal.target);
}
