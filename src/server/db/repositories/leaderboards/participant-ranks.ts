/** Reads where a participant stands in the seasons that are open, and what it came to in those that are over. */
import { statement } from '@/server/db/transaction';
import { rankBy } from './ranks';

export interface ParticipantRankRow {
  leaderboard_id: string;
  program_id: string;
  key: string;
  name: string;
  season: string;
  ends_at: Date | null;
  status: 'OPEN' | 'FROZEN';
  participants: number;
  rank: number;
  score: string;
  prize: string | null;
}

const MOST = 50;
const FACTS = 'l.id AS leaderboard_id, l.program_id, l.key, l.name, s.season, s.ends_at, s.status, s.participants';
const OF_SEASON = `JOIN leaderboards l ON l.organization_id = $1 AND l.id = r.leaderboard_id
  JOIN leaderboard_seasons s ON s.organization_id = $1 AND s.leaderboard_id = r.leaderboard_id AND s.season = r.season
  WHERE r.organization_id = $1 AND r.participant_id = $2`;
const sameSeason = (alias: string): string =>
  `${alias}.organization_id = $1 AND ${alias}.leaderboard_id = r.leaderboard_id AND ${alias}.season = r.season`;

const RANKS = `
  SELECT * FROM (
    SELECT ${FACTS}, ${rankBy('r.score', sameSeason)} AS rank, r.score, NULL::text AS prize
    FROM leaderboard_scores r ${OF_SEASON} AND s.status = 'OPEN' AND l.status = 'ACTIVE'
    UNION ALL
    SELECT ${FACTS}, r.rank, r.score, r.prize FROM leaderboard_results r ${OF_SEASON}) ranks
  ORDER BY status DESC, ends_at DESC NULLS FIRST, leaderboard_id LIMIT ${MOST}`;

/** What is open first, then what ended last. */
export const ranksOfParticipant = (organizationId: string, participantId: string): Promise<ParticipantRankRow[]> =>
  statement<ParticipantRankRow>(RANKS, [organizationId, participantId]);
