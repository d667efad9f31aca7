/** Ranks on the wire: who is where in a season, and what was final when it ended. */
import { z } from 'zod';
import { LeaderboardPath } from './leaderboard';
import { listQuery, pageOf, sortedBy } from './page';
import { DecimalString, ParticipantRef, Text, Timestamp, Uuid } from './primitives';

const SeasonName = Text.min(1)
  .max(40)
  .meta({ examples: ['2027-Q1'] });
const season = { season: SeasonName.optional().describe('The present season when absent; the last one of a leaderboard that is over.') };

export const LeaderboardSeason = z
  .strictObject({
    season: z.string().describe('`2027-03-01` for a week, by its Monday, `2027-03`, `2027-Q1`; ALL for a leaderboard without a period.'),
    starts_at: Timestamp,
    ends_at: Timestamp.nullable(),
    status: z.enum(['OPEN', 'FROZEN']),
    frozen_at: Timestamp.nullable(),
    participants: z.int().describe('How many are ranked.'),
  })
  .meta({ id: 'LeaderboardSeason' });
export type LeaderboardSeason = z.infer<typeof LeaderboardSeason>;
export const LeaderboardSeasonPage = pageOf(LeaderboardSeason);

export const ListLeaderboardSeasons = listQuery({ ...LeaderboardPath.shape, ...sortedBy(['starts_at']) });
export type ListLeaderboardSeasons = z.infer<typeof ListLeaderboardSeasons>;

export const LeaderboardRank = z
  .strictObject({
    rank: z.int().describe('From 1. Participants with equal scores have the same rank, and the next one counts all before it: 1, 1, 3.'),
    participant_id: Uuid,
    external_id: z.string(),
    score: DecimalString,
    reached_at: Timestamp.describe('When the last of the score was gained or lost.'),
  })
  .meta({ id: 'LeaderboardRank' });
export type LeaderboardRank = z.infer<typeof LeaderboardRank>;
export const LeaderboardRankPage = pageOf(LeaderboardRank);

export const ListLeaderboardRanks = listQuery({ ...LeaderboardPath.shape, ...season });
export type ListLeaderboardRanks = z.infer<typeof ListLeaderboardRanks>;

export const ExportLeaderboardRanks = z.strictObject({ leaderboard_id: Uuid, ...season });
export type ExportLeaderboardRanks = z.infer<typeof ExportLeaderboardRanks>;

export const ReadLeaderboardRank = z.strictObject({ ...LeaderboardPath.shape, participant_id: ParticipantRef, ...season });
export type ReadLeaderboardRank = z.infer<typeof ReadLeaderboardRank>;

export const ParticipantRank = z
  .strictObject({
    leaderboard_id: Uuid,
    season: z.string(),
    participant_id: Uuid,
    participants: z.int().describe('How many are ranked.'),
    rank: z.int().nullable().describe('Null: the participant is not ranked.'),
    score: DecimalString.nullable(),
    gap: DecimalString.nullable().describe('How much the next score above is ahead; null for the first.'),
    around: z.array(LeaderboardRank).describe('The participant, with up to five before and five behind.'),
  })
  .meta({ id: 'ParticipantRank' });
export type ParticipantRank = z.infer<typeof ParticipantRank>;

export const LeaderboardResult = z
  .strictObject({
    season: z.string(),
    rank: z.int(),
    participant_id: Uuid,
    external_id: z.string(),
    score: DecimalString,
    prize: z.string().nullable().describe('Name of the prize of the rank; null: it has none.'),
    event_id: Uuid.nullable().describe('The event that told the rules of the prize; null: there is no prize, or it is about to be told.'),
    won_at: Timestamp.nullable(),
  })
  .meta({ id: 'LeaderboardResult' });
export type LeaderboardResult = z.infer<typeof LeaderboardResult>;
export const LeaderboardResultPage = pageOf(LeaderboardResult);

export const ListLeaderboardResults = listQuery({
  ...LeaderboardPath.shape,
  season: SeasonName.optional().describe('The season that was frozen last when absent.'),
  won: z.boolean().optional().describe('Whether there is a prize.'),
  ...sortedBy(['rank'], 'asc'),
});
export type ListLeaderboardResults = z.infer<typeof ListLeaderboardResults>;

export const ReadParticipantLeaderboards = z.strictObject({ id: ParticipantRef });

export const ParticipantLeaderboard = z
  .strictObject({
    leaderboard_id: Uuid,
    program_id: Uuid,
    key: z.string(),
    name: z.string(),
    season: z.string(),
    ends_at: Timestamp.nullable(),
    status: z.enum(['OPEN', 'FROZEN']),
    participants: z.int(),
    rank: z.int(),
    score: DecimalString,
    prize: z.string().nullable().describe('The prize that the participant won; null: none, or the season is not over.'),
  })
  .meta({ id: 'ParticipantLeaderboard' });
export type ParticipantLeaderboard = z.infer<typeof ParticipantLeaderboard>;
export const ParticipantLeaderboards = z.strictObject({ data: z.array(ParticipantLeaderboard) });
