/**
 * Defines leaderboards: what ranks participants, over which time and in which seasons, without a gap between these, and what the first of them win. Equal
 * scores have the same rank, and the next one counts all before it: 1, 1, 3.
 */
import { present } from '@/domain/assert';
import { periodAt, periodEnd, periodStart } from '@/domain/challenges/periods';
import { DomainError } from '@/domain/errors';
import type { Amount } from '@/domain/money';

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

export interface Season {
  /** `2027-03-01` for a week, by its Monday, `2027-03`, `2027-Q1`; ALL where there is only one. */
  readonly season: string;
  readonly startsAt: Date;
  /** Exclusive; null: it never ends. */
  readonly endsAt: Date | null;
}

const WHOLE_WINDOW = 'ALL';

/** The only season, or the one of the present period, from the start of that. */
export function firstSeason({ period, startsAt, endsAt }: LeaderboardTerms, now: Date, zone: string): Season {
  if (period === 'NONE') {
    return { season: WHOLE_WINDOW, startsAt: present(startsAt, 'a leaderboard without a period has a start'), endsAt };
  }
  return { ...seasonAt(period, now, zone), startsAt: periodStart(period, now, zone) };
}

/** The season that begins where one ended; null where there is only one. If the zone has changed, no period has two seasons. */
export function nextSeason(period: LeaderboardPeriod, { season, endsAt }: Season, zone: string): Season | null {
  if (period === 'NONE' || endsAt === null) return null;
  const next = seasonAt(period, endsAt, zone);
  return { ...(next.season > season ? next : seasonAt(period, next.endsAt, zone)), startsAt: endsAt };
}

function seasonAt(period: Exclude<LeaderboardPeriod, 'NONE'>, at: Date, zone: string): { readonly season: string; readonly endsAt: Date } {
  return { season: periodAt(period, at, zone), endsAt: present(periodEnd(period, at, zone), 'a period of the calendar ends') };
}

interface Scored {
  readonly score: Amount;
  /** Known of the first two different scores of a part; null of others. */
  readonly rank: number | null;
}

/** The ranks of a part of a leaderboard, highest first. */
export function ranksOf(part: readonly Scored[]): number[] {
  let [rank, ties] = [0, 0];
  return part.map(({ score, rank: known }, place) => {
    if (known !== null) [rank, ties] = [known, known === rank ? ties + 1 : 1];
    else if (part[place - 1]?.score.eq(score)) ties += 1;
    else [rank, ties] = [rank + ties, 1];
    return rank;
  });
}

/** @throws DomainError validation_error for ranks that end before they begin, or that two prizes share. */
export function assertPrizesSound(prizes: readonly Prize[]): void {
  for (const [place, { from_rank, to_rank }] of prizes.entries()) {
    if (to_rank < from_rank) refuse(`prizes[${place}].to_rank`, 'Ranks must not end before they begin.');
    const other = prizes.slice(0, place).find((earlier) => earlier.from_rank <= to_rank && from_rank <= earlier.to_rank);
    if (other) refuse(`prizes[${place}].from_rank`, `A rank has at most one prize, and \`${other.name}\` has some of these ranks already.`);
  }
}

function refuse(field: string, message: string): never {
  throw new DomainError('validation_error', `\`${field}\`: ${message}`, {
    param: field,
    fields: [{ field, message, reason: 'out_of_range' }],
  });
}
