/** States what must always hold of referrals: nobody is brought twice or in a circle, and each that qualifies counts and is told of exactly once. */
import type { Invariant } from './invariants';

const told = (name: string): string =>
  `(SELECT count(*) FROM events e WHERE e.organization_id = r.organization_id AND e.program_id = r.program_id AND e.idempotency_key = 'service:referral/' || r.id || '/${name}')`;

/** @param of the condition that rows belong to the organizations being checked. */
export const referralInvariants = (of: (alias: string) => string): readonly Invariant[] => [
  {
    name: 'a referrer counts those whom they have brought',
    broken: `SELECT c.participant_id, c.bound, c.qualified, c.rewarded, own.* FROM referrers c CROSS JOIN LATERAL (
        SELECT count(*) AS is_bound, count(*) FILTER (WHERE r.status = 'QUALIFIED') AS is_qualified,
          count(*) FILTER (WHERE r.status = 'QUALIFIED' AND r.rewarded) AS is_rewarded
        FROM referrals r WHERE r.organization_id = c.organization_id AND r.referral_program_id = c.referral_program_id AND r.referrer_id = c.participant_id) own
      WHERE ${of('c')} AND (c.bound, c.qualified, c.rewarded) IS DISTINCT FROM (own.is_bound, own.is_qualified, own.is_rewarded)`,
  },
  {
    name: 'a referral that has qualified is told to both by one event each, and to the referrer only if it counts',
    broken: `SELECT r.id, r.status FROM referrals r WHERE ${of('r')} AND
      (${told('qualified')} <> CASE WHEN r.rewarded THEN 1 ELSE 0 END OR ${told('completed')} <> CASE WHEN r.qualified_at IS NULL THEN 0 ELSE 1 END
       OR ${told('cancelled')} <> CASE WHEN r.status = 'CANCELLED' THEN 1 ELSE 0 END)`,
  },
  {
    name: 'a referral was qualified by an event of the friend that completed, from within its time',
    broken: `SELECT r.id FROM referrals r JOIN events e ON e.organization_id = r.organization_id AND e.id = r.qualifying_event_id
      LEFT JOIN event_outcomes o ON o.organization_id = r.organization_id AND o.event_id = e.id
      WHERE ${of('r')} AND (e.participant_id <> r.referred_id OR o.status IS DISTINCT FROM 'COMPLETED' OR e.event_timestamp < r.bound_at
        OR e.event_timestamp >= r.expires_at)`,
  },
  {
    name: 'nobody was brought by somebody whom they have brought',
    broken: `WITH RECURSIVE chain AS (
        SELECT r.organization_id, r.referral_program_id, r.referred_id AS start, r.referrer_id, 1 AS steps FROM referrals r WHERE ${of('r')}
        UNION ALL SELECT r.organization_id, r.referral_program_id, chain.start, r.referrer_id, steps + 1 FROM chain
          JOIN referrals r ON r.organization_id = chain.organization_id AND r.referral_program_id = chain.referral_program_id AND r.referred_id = chain.referrer_id
          WHERE steps < 100 AND chain.referrer_id <> chain.start)
      SELECT start FROM chain WHERE referrer_id = start`,
  },
];
