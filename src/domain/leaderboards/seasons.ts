/** Lays a leaderboard's time into seasons: its whole window, or one period after another, without a gap between them. */
import { present } from '@/domain/assert';
import { periodAt, periodEnd, periodStart } from '@/domain/challenges/periods';
import type { LeaderboardPeriod, LeaderboardTerms } from './leaderboard';

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
