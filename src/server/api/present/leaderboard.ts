/** Presents leaderboards, their seasons and ranks in their wire form. */
import type { Leaderboard } from '@/contract/leaderboard';
import type {
  LeaderboardRank,
  LeaderboardResult,
  LeaderboardSeason,
  ParticipantLeaderboard,
  ParticipantRank,
} from '@/contract/leaderboard-rank';
import { present } from '@/domain/assert';
import type { LeaderboardMeasure } from '@/domain/leaderboards/leaderboard';
import { leaderboardSentence } from '@/domain/leaderboards/leaderboard-sentence';
import { amountOf, formatDecimal } from '@/domain/money';
import type { NamedLeaderboardRow } from '@/server/db/repositories/leaderboards/leaderboards';
import type { ParticipantRankRow } from '@/server/db/repositories/leaderboards/participant-ranks';
import type { RankedRow } from '@/server/db/repositories/leaderboards/ranks';
import type { ResultRow } from '@/server/db/repositories/leaderboards/results';
import type { SeasonRow } from '@/server/db/repositories/leaderboards/seasons';
import type { RankStanding } from '@/server/services/leaderboards/read-ranks';
import { presentTime } from './time';

const decimal = (text: string): string => formatDecimal(amountOf(text));

function measureOf({ measure, counter_key, asset_id, challenge_id }: NamedLeaderboardRow): LeaderboardMeasure {
  switch (measure) {
    case 'COUNTER':
      return { type: measure, key: present(counter_key, 'it measures a counter') };
    case 'EARNED':
      return { type: measure, asset_id: present(asset_id, 'it measures an asset') };
    case 'CHALLENGE':
      return { type: measure, challenge_id: present(challenge_id, 'it measures a challenge') };
  }
}

export function presentLeaderboard(row: NamedLeaderboardRow): Leaderboard {
  const measure = measureOf(row);
  const minScore = row.min_score === null ? null : decimal(row.min_score);
  return {
    id: row.id,
    program_id: row.program_id,
    campaign_id: row.campaign_id,
    key: row.key,
    name: row.name,
    description: row.description,
    status: row.status,
    measure,
    period: row.period,
    starts_at: presentTime(row.starts_at),
    ends_at: presentTime(row.ends_at),
    group_id: row.group_id,
    min_score: minScore,
    prizes: row.prizes,
    is_complete: row.scan === 'DONE',
    sentence: leaderboardSentence({
      measure,
      asset: row.asset,
      challenge: row.challenge,
      group: row.group_name,
      minScore,
      period: row.period,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      prizes: row.prizes,
    }),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}

export const presentSeason = (row: SeasonRow): LeaderboardSeason => ({
  season: row.season,
  starts_at: presentTime(row.starts_at),
  ends_at: presentTime(row.ends_at),
  status: row.status,
  frozen_at: presentTime(row.frozen_at),
  participants: row.participants,
});

export const presentLeaderboardRank = (row: RankedRow): LeaderboardRank => ({
  rank: row.rank,
  participant_id: row.participant_id,
  external_id: row.external_id,
  score: decimal(row.score),
  reached_at: presentTime(row.reached_at),
});

export const presentParticipantRank = ({ leaderboardId, participantId, season, own, above, around }: RankStanding): ParticipantRank => ({
  leaderboard_id: leaderboardId,
  season: season.season,
  participant_id: participantId,
  participants: season.participants,
  rank: own?.rank ?? null,
  score: own && decimal(own.score),
  gap: own && above && formatDecimal(amountOf(above).minus(amountOf(own.score))),
  around: around.map(presentLeaderboardRank),
});

export const presentLeaderboardResult = (row: ResultRow): LeaderboardResult => ({
  season: row.season,
  rank: row.rank,
  participant_id: row.participant_id,
  external_id: row.external_id,
  score: decimal(row.score),
  prize: row.prize,
  event_id: row.event_id,
  won_at: presentTime(row.won_at),
});

export const presentParticipantLeaderboard = (row: ParticipantRankRow): ParticipantLeaderboard => ({
  ...row,
  ends_at: presentTime(row.ends_at),
  score: decimal(row.score),
});
