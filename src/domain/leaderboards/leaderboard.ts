/** Defines leaderboards: what ranks participants, over which time, and what the first of them win. */

export const LEADERBOARD_STATUSES = ['ACTIVE', 'FROZEN', 'ARCHIVED'] as const;
export type LeaderboardStatus = (typeof LEADERBOARD_STATUSES)[number];

export const LEADERBOARD_PERIODS = ['NONE', 'WEEK', 'MONTH', 'QUARTER'] as const;
export type LeaderboardPeriod = (typeof LEADERBOARD_PERIODS)[number];

/** What a participant's score is: by how much a counter rose, what rules gave of an asset, or how often a challenge was completed. */
export type LeaderboardMeasure =
  | { readonly type: 'COUNTER'; readonly key: string }
  | { readonly type: 'EARNED'; readonly asset_id: string }
  | { readonly type: 'CHALLENGE'; readonly challenge_id: string };
export type MeasureType = LeaderboardMeasure['type'];

/** For everybody whose rank is from the one to the other. */
export interface Prize {
  readonly from_rank: number;
  readonly to_rank: number;
  readonly name: string;
}

export const MOST_PRIZES = 50;
export const LAST_PRIZE_RANK = 10_000;
/** How many ranks are written down for good, whatever prizes there are. */
const KEPT_RANKS = 1_000;

export interface LeaderboardTerms {
  readonly period: LeaderboardPeriod;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** The last rank whose participants are written down when a season is frozen. */
export const lastKeptRank = (prizes: readonly Prize[]): number => Math.max(KEPT_RANKS, ...prizes.map(({ to_rank }) => to_rank));
