/** Presents leaderboards, their seasons and ranks in their wire form. */
import type { Leaderboard } from '@/contract/leaderboard';
import type {
  LeaderboardRank,
  LeaderboardResult,
  LeaderboardSeason,
  ParticipantLeaderboard,
  ParticipantRank,
} from '@/contract/leaderboard-rank';
import { amountOf, formatDecimal } from '@/domain/money';
import type { NamedLeaderboardRow } from '@/server/db/repositories/leaderboards/leaderboards';
import type { ParticipantRankRow } from '@/server/db/repositories/leaderboards/participant-ranks';
import type { RankedRow } from '@/server/db/repositories/leaderboards/ranks';
import type { ResultRow } from '@/server/db/repositories/leaderboards/results';
import type { SeasonRow } from '@/server/db/repositories/leaderboards/seasons';
import { measureOf, minScoreOf, sentenceOf } from '@/server/services/leaderboards/leaderboards';
import type { RankStanding } from '@/server/services/leaderboards/read-ranks';
import { presentTime } from './time';

const decimal = (text: string): string => formatDecimal(amountOf(text));

export const presentLeaderboard = (row: NamedLeaderboardRow): Leaderboard => ({
  id: row.id,
  program_id: row.program_id,
  campaign_id: row.campaign_id,
  key: row.key,
  name: row.name,
  description: row.description,
  status: row.status,
  measure: measureOf(row),
  period: row.period,
  starts_at: presentTime(row.starts_at),
  ends_at: presentTime(row.ends_at),
  group_id: row.group_id,
  min_score: minScoreOf(row),
  prizes: row.prizes,
  is_complete: row.scan === 'DONE',
  sentence: sentenceOf(row),
  created_at: presentTime(row.created_at),
  updated_at: presentTime(row.updated_at),
  deleted_at: presentTime(row.deleted_at),
});

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
