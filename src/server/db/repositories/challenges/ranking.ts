/** Lists the participants of a challenge by their progress, and the events that it follows from. */
import { equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statementForValues } from '@/server/db/transaction';

export interface RankRow {
  participant_id: string;
  external_id: string;
  period: string;
  progress: string;
  rounds: number;
  first_at: Date;
  last_at: Date;
  completed_at: Date | null;
}

type RankedBy = 'progress' | 'completed_at';

interface RankQuery extends PageRequest<RankedBy> {
  id: string;
  period: string;
  completed?: boolean | undefined;
}

const RANKING: KeysetList<RankedBy> = {
  name: 'challenge-participants',
  select: {
    columns: 'p.participant_id, m.external_id, p.period, p.progress, p.rounds, p.first_at, p.last_at, p.completed_at',
    from: 'challenge_progress p JOIN participants m ON m.organization_id = p.organization_id AND m.id = p.participant_id',
  },
  sorts: { progress: [{ sql: 'p.progress', type: 'numeric' }], completed_at: [{ sql: 'p.completed_at', type: 'timestamptz' }] },
  id: { sql: 'p.participant_id', type: 'uuid' },
};

/** Of one period. By completion, only those who have completed it. */
export const listRankRows = (organizationId: string, query: RankQuery): Promise<KeysetPage<RankRow>> =>
  keysetPage<RankRow, RankedBy>(RANKING, {
    organizationId,
    query: { ...query },
    where: [
      equals('p.organization_id', organizationId),
      equals('p.challenge_id', query.id),
      equals('p.period', query.period),
      ...(query.completed === true || query.sort_by === 'completed_at' ? [() => 'p.completed_at IS NOT NULL'] : []),
      ...(query.completed === false ? [() => 'p.completed_at IS NULL'] : []),
    ],
  });

const TAKING_PART = `
  SELECT count(DISTINCT participant_id)::int AS participants,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY greatest(0, extract(epoch FROM completed_at - first_at)))
      FILTER (WHERE completed_at IS NOT NULL)::int AS median_seconds
  FROM challenge_progress WHERE organization_id = $1 AND challenge_id = $2`;

/** Everybody with progress, and how long half of those who completed it took. */
export const countTakingPart = (organizationId: string, challengeId: string) =>
  statementForValues<{ participants: number; median_seconds: number | null }>(TAKING_PART, [organizationId, challengeId]);

export interface ContributionRow {
  event_id: string;
  type: 'COUNTED' | 'TAKEN_BACK';
  period: string | null;
  event_timestamp: Date;
  amount: string | null;
  keys: string[];
  reference: string | null;
  created_at: Date;
}

const CONTRIBUTIONS: KeysetList<'created_at'> = {
  name: 'challenge-contributions',
  select: {
    columns: 'c.event_id, c.type, c.period, c.event_timestamp, c.amount, c.keys, c.reference, c.created_at',
    from: 'challenge_contributions c',
  },
  sorts: { created_at: [] },
  id: { sql: 'c.event_id', type: 'uuid' },
};

export const listContributionRows = (
  organizationId: string,
  query: PageRequest<'created_at'> & { id: string; participant_id: string },
): Promise<KeysetPage<ContributionRow>> =>
  keysetPage<ContributionRow, 'created_at'>(CONTRIBUTIONS, {
    organizationId,
    query: { ...query },
    where: [
      equals('c.organization_id', organizationId),
      equals('c.participant_id', query.participant_id),
      equals('c.challenge_id', query.id),
    ],
  });
