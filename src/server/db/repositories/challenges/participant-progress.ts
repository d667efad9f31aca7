/** Reads how far one participant is in the challenges of their programs, and the badges that they have. */
import type { Badge } from '@/domain/challenges/goal';
import { statement } from '@/server/db/transaction';
import { CHALLENGE_COLUMNS, type ChallengeRow } from './challenges';
import { COMPLETION_COLUMNS, type CompletionRow } from './completions';

export interface OpenChallengeRow extends ChallengeRow {
  timezone: string;
}

const OPEN = `
  SELECT ${CHALLENGE_COLUMNS}, p.timezone
  FROM program_participants m JOIN challenges c ON c.organization_id = m.organization_id AND c.program_id = m.program_id
  JOIN programs p ON p.organization_id = m.organization_id AND p.id = m.program_id
  WHERE m.organization_id = $1 AND m.participant_id = $2 AND ($3::uuid IS NULL OR m.program_id = $3) AND c.status IN ('ACTIVE', 'PAUSED')
  ORDER BY c.created_at, c.id`;

/** The challenges that are started, of the programs of the participant. */
export const openChallenges = (organizationId: string, participantId: string, programId: string | null): Promise<OpenChallengeRow[]> =>
  statement<OpenChallengeRow>(OPEN, [organizationId, participantId, programId]);

export interface StoredProgress {
  challenge_id: string;
  tally: { sum: string; counts: Record<string, number> };
}

const PROGRESS = `
  SELECT p.challenge_id, p.tally FROM unnest($3::uuid[], $4::text[]) AS named (challenge_id, period)
  JOIN challenge_progress p ON p.organization_id = $1 AND p.participant_id = $2 AND p.challenge_id = named.challenge_id AND p.period = named.period`;

export const progressIn = (
  organizationId: string,
  participantId: string,
  places: readonly { readonly challengeId: string; readonly period: string }[],
): Promise<StoredProgress[]> =>
  statement<StoredProgress>(PROGRESS, [
    organizationId,
    participantId,
    places.map(({ challengeId }) => challengeId),
    places.map(({ period }) => period),
  ]);

const LATEST = `
  SELECT found.* FROM unnest($3::uuid[]) AS named (id) CROSS JOIN LATERAL (
    SELECT ${COMPLETION_COLUMNS} FROM challenge_completions d
    WHERE d.organization_id = $1 AND d.participant_id = $2 AND d.challenge_id = named.id
    ORDER BY d.completed_at DESC, d.id DESC LIMIT 20
  ) AS found`;

/** The latest of each challenge, latest first, at most 20. */
export const latestCompletions = (
  organizationId: string,
  participantId: string,
  challengeIds: readonly string[],
): Promise<CompletionRow[]> => statement<CompletionRow>(LATEST, [organizationId, participantId, challengeIds]);

export interface BadgeRow {
  badge: Badge;
  challenge_id: string;
  key: string;
  times: number;
  completion_id: string;
  event_id: string;
  completed_at: Date;
}

const BADGES = `
  SELECT * FROM (
    SELECT DISTINCT ON (c.id) c.badge, c.id AS challenge_id, c.key, (count(*) OVER (PARTITION BY c.id))::int AS times,
      d.id AS completion_id, d.event_id, d.completed_at
    FROM challenge_completions d JOIN challenges c ON c.organization_id = d.organization_id AND c.id = d.challenge_id
    WHERE d.organization_id = $1 AND d.participant_id = $2 AND d.part = 100 AND d.status = 'COMPLETED' AND c.badge IS NOT NULL
    ORDER BY c.id, d.completed_at DESC, d.id DESC
  ) AS earned ORDER BY completed_at DESC, challenge_id`;

/** Latest first. */
export const badgesOf = (organizationId: string, participantId: string): Promise<BadgeRow[]> =>
  statement<BadgeRow>(BADGES, [organizationId, participantId]);
