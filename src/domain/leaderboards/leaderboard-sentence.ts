/** Puts a leaderboard into plain sentences. The same terms always have the same sentences. */
import { capitalized, listed, quoted } from '@/domain/rules/sentence/phrases';
import { momentWords } from '@/domain/rules/sentence/time-words';
import type { LeaderboardMeasure, LeaderboardPeriod, LeaderboardTerms, Prize } from './leaderboard';

interface ToldLeaderboard extends LeaderboardTerms {
  readonly measure: LeaderboardMeasure;
  /** Symbol of the asset, and name of the challenge; null where something else is measured. */
  readonly asset: string | null;
  readonly challenge: string | null;
  /** Name of the group; null: everybody is ranked. */
  readonly group: string | null;
  readonly minScore: string | null;
  readonly prizes: readonly Prize[];
}

/** `Ranks participants by the PTS that rules give them in each quarter. Rank 1 wins “Gold” and ranks 2 and 3 win “Silver”.` */
export function leaderboardSentence(told: ToldLeaderboard): string {
  const who = told.group === null ? 'participants' : `members of ${quoted(told.group)}`;
  const least = told.minScore === null ? '' : `, from ${told.minScore} on`;
  const prizes = told.prizes.length === 0 ? '' : ` ${capitalized(listed(told.prizes.map(prizeWords)))}.`;
  return `Ranks ${who} by ${measureWords(told)}${timeWords(told)}${least}.${prizes}`;
}

function measureWords({ measure, asset, challenge }: ToldLeaderboard): string {
  switch (measure.type) {
    case 'COUNTER':
      return `how much the counter ${quoted(measure.key)} rises`;
    case 'EARNED':
      return `the ${asset ?? 'value'} that rules give them`;
    case 'CHALLENGE':
      return `how often they complete ${challenge === null ? 'the challenge' : quoted(challenge)}`;
  }
}

const PERIODS: Readonly<Record<Exclude<LeaderboardPeriod, 'NONE'>, string>> = {
  WEEK: ' in each week from Monday',
  MONTH: ' in each calendar month',
  QUARTER: ' in each quarter',
};

function timeWords({ period, startsAt, endsAt }: LeaderboardTerms): string {
  if (period !== 'NONE') return PERIODS[period];
  const from = startsAt === null ? '' : ` from ${momentWords(startsAt.toISOString())}`;
  return `${from}${endsAt === null ? '' : ` until ${momentWords(endsAt.toISOString())}`}`;
}

function prizeWords({ from_rank, to_rank, name }: Prize): string {
  if (from_rank === to_rank) return `rank ${from_rank} wins ${quoted(name)}`;
  return `ranks ${from_rank} ${to_rank === from_rank + 1 ? 'and' : 'to'} ${to_rank} win ${quoted(name)}`;
}
