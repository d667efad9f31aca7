/** Says of a stored leaderboard what it measures, and all of it in plain sentences. */
import { present } from '@/domain/assert';
import type { LeaderboardMeasure } from '@/domain/leaderboards/leaderboard';
import { leaderboardSentence } from '@/domain/leaderboards/leaderboard-sentence';
import { amountOf, formatDecimal } from '@/domain/money';
import type { NamedLeaderboardRow } from '@/server/db/repositories/leaderboards/leaderboards';

export function measureOf({ measure, counter_key, asset_id, challenge_id }: NamedLeaderboardRow): LeaderboardMeasure {
  switch (measure) {
    case 'COUNTER':
      return { type: measure, key: present(counter_key, 'it measures a counter') };
    case 'EARNED':
      return { type: measure, asset_id: present(asset_id, 'it measures an asset') };
    case 'CHALLENGE':
      return { type: measure, challenge_id: present(challenge_id, 'it measures a challenge') };
  }
}

/** A decimal string without trailing zeros; null: whoever has more than 0 is ranked. */
export const minScoreOf = ({ min_score }: NamedLeaderboardRow): string | null => min_score && formatDecimal(amountOf(min_score));

export const sentenceOf = (row: NamedLeaderboardRow): string =>
  leaderboardSentence({
    measure: measureOf(row),
    asset: row.asset,
    challenge: row.challenge,
    group: row.group_name,
    minScore: minScoreOf(row),
    period: row.period,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    prizes: row.prizes,
  });
