/** States what must always hold of challenges: what is reached follows from progress, is announced once, and only events that completed count. */
import type { Invariant } from './invariants';

/** @param of the condition that rows belong to the organizations being checked. */
export const challengeInvariants = (of: (alias: string) => string): readonly Invariant[] => [
  {
    name: 'the whole rounds of a progress are completed, and no others',
    broken: `SELECT p.participant_id, p.challenge_id, p.period, p.rounds, done.count FROM challenge_progress p CROSS JOIN LATERAL (
        SELECT count(*) FROM challenge_completions d WHERE d.organization_id = p.organization_id AND d.participant_id = p.participant_id
          AND d.challenge_id = p.challenge_id AND d.period = p.period AND d.part = 100 AND d.status = 'COMPLETED' AND d.round <= p.rounds) done
      WHERE ${of('p')} AND (done.count <> p.rounds OR EXISTS (
        SELECT 1 FROM challenge_completions d WHERE d.organization_id = p.organization_id AND d.participant_id = p.participant_id
          AND d.challenge_id = p.challenge_id AND d.period = p.period AND d.part = 100 AND d.status = 'COMPLETED' AND d.round > p.rounds))`,
  },
  {
    name: 'what is reached has an event about it for every time that it was, unless the chain of events is too long',
    broken: `SELECT d.id, d.attempt, told.count FROM challenge_completions d
      JOIN events cause ON cause.organization_id = d.organization_id AND cause.id = d.event_id AND cause.depth < 5
      CROSS JOIN LATERAL (SELECT count(*) FROM generate_series(1, d.attempt) AS attempt
        JOIN challenges c ON c.organization_id = d.organization_id AND c.id = d.challenge_id
        JOIN events e ON e.organization_id = d.organization_id AND e.program_id = c.program_id
          AND e.idempotency_key = 'service:challenge/' || d.id || '/' || attempt || '/COMPLETED') told
      WHERE ${of('d')} AND told.count <> d.attempt`,
  },
  {
    name: 'only events that completed count for challenges',
    broken: `SELECT c.event_id, o.status FROM challenge_contributions c
      LEFT JOIN event_outcomes o ON o.organization_id = c.organization_id AND o.event_id = c.event_id
      WHERE ${of('c')} AND o.status IS DISTINCT FROM 'COMPLETED'`,
  },
];
