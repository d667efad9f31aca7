/** Reads, without locking, the challenges that notices are about, and how far participants are in them. */
import type { CampaignTerms } from '@/domain/campaigns/terms';
import { CHALLENGE_COLUMNS, type ChallengeRow } from '@/server/db/repositories/challenges/challenges';
import type { Tx } from '@/server/db/transaction';

type Queries = Pick<Tx, 'query'>;

export interface RunningChallengeRow extends ChallengeRow {
  campaign: CampaignTerms | null;
}

/** The ACTIVE challenges of a program. @param key of one; null: all. */
export const runningChallenges = (
  tx: Queries,
  { organizationId, programId }: { readonly organizationId: string; readonly programId: string },
  key: string | null,
): Promise<RunningChallengeRow[]> =>
  tx.query<RunningChallengeRow>(
    `SELECT ${CHALLENGE_COLUMNS}, s.campaign
     FROM challenges c LEFT JOIN rule_sets s ON s.organization_id = c.organization_id AND s.id = c.campaign_id
     WHERE c.organization_id = $1 AND c.program_id = $2 AND c.status = 'ACTIVE' AND ($3::text IS NULL OR c.key = $3) ORDER BY c.key`,
    [organizationId, programId, key],
  );

interface NoticedProgress {
  readonly participantId: string;
  readonly challengeId: string;
  readonly period: string;
}

interface PlacedProgress {
  participant_id: string;
  challenge_id: string;
  tally: { sum: string; counts: Record<string, number> };
  /** The attribute `timezone` of the participant, whatever it is. */
  timezone: unknown;
}

export const progressAt = (tx: Queries, organizationId: string, places: readonly NoticedProgress[]): Promise<PlacedProgress[]> =>
  tx.query<PlacedProgress>(
    `SELECT p.participant_id, p.challenge_id, p.tally,
       (SELECT s.value FROM state_attributes s WHERE s.organization_id = $1 AND s.subject_id = p.participant_id AND s.key = 'timezone') AS timezone
     FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS named (participant_id, challenge_id, period)
     JOIN challenge_progress p ON p.organization_id = $1 AND p.participant_id = named.participant_id AND p.challenge_id = named.challenge_id
       AND p.period = named.period`,
    [
      organizationId,
      places.map(({ participantId }) => participantId),
      places.map(({ challengeId }) => challengeId),
      places.map(({ period }) => period),
    ],
  );
