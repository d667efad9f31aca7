/** States what must always hold of codes: they are used as often as redemptions say, and never more often than they may be. */
import type { Invariant } from './invariants';

const STANDS = `r.status <> 'RETURNED'`;

/** @param of the condition that rows belong to the organizations being checked. */
export const codeInvariants = (of: (alias: string) => string): readonly Invariant[] => [
  {
    name: 'a code counts the uses that stand, and no more than it may have',
    broken: `SELECT c.code, c.used, c.max_uses, uses.count FROM codes c JOIN code_batches b ON b.organization_id = c.organization_id AND b.id = c.batch_id
      CROSS JOIN LATERAL (
        SELECT count(*) FROM code_redemptions r WHERE r.organization_id = c.organization_id AND r.program_id = c.program_id AND r.code = c.code AND ${STANDS}) uses
      WHERE ${of('c')} AND ((c.used <> uses.count AND (b.kind <> 'SHARED' OR c.max_uses IS NOT NULL)) OR uses.count > c.max_uses)`,
  },
  {
    name: 'a batch counts the uses of its codes that stand, and no more than it may have',
    broken: `SELECT b.key, b.redeemed_count, b.max_total, uses.count FROM code_batches b CROSS JOIN LATERAL (
        SELECT count(*) FROM code_redemptions r WHERE r.organization_id = b.organization_id AND r.batch_id = b.id AND ${STANDS}) uses
      CROSS JOIN LATERAL (SELECT coalesce(sum(s.uses), 0) AS uses FROM code_batch_uses s WHERE s.organization_id = b.organization_id AND s.batch_id = b.id) shares
      WHERE ${of('b')} AND (b.redeemed_count + shares.uses <> uses.count OR uses.count > b.max_total)`,
  },
  {
    name: 'a batch with a limit in all has no shares, so that its limit bounds whatever is counted',
    broken: `SELECT b.key FROM code_batches b JOIN code_batch_uses s ON s.organization_id = b.organization_id AND s.batch_id = b.id
      WHERE ${of('b')} AND b.max_total IS NOT NULL`,
  },
  {
    name: 'no participant has used the codes of a batch more often than one may',
    broken: `SELECT r.batch_id, r.participant_id, count(*) FROM code_redemptions r JOIN code_batches b ON b.organization_id = r.organization_id AND b.id = r.batch_id
      WHERE ${of('r')} AND ${STANDS} GROUP BY r.batch_id, r.participant_id, b.max_per_participant HAVING count(*) > b.max_per_participant`,
  },
  {
    name: 'a batch counts the codes that it has',
    broken: `SELECT b.key, b.made, b.wanted, own.count FROM code_batches b CROSS JOIN LATERAL (
        SELECT count(*) FROM codes c WHERE c.organization_id = b.organization_id AND c.batch_id = b.id) own
      WHERE ${of('b')} AND (b.made <> own.count OR (b.status IN ('ACTIVE', 'PAUSED') AND b.made <> b.wanted))`,
  },
  {
    name: 'a code is reserved only by a decision that stands, and redeemed only by an event that completed',
    broken: `SELECT r.id, r.status, d.status AS decision, o.status AS event FROM code_redemptions r
      LEFT JOIN decisions d ON d.organization_id = r.organization_id AND d.id = r.decision_id
      LEFT JOIN event_outcomes o ON o.organization_id = r.organization_id AND o.event_id = r.event_id
      WHERE ${of('r')} AND ((r.status = 'RESERVED' AND d.status IS DISTINCT FROM 'RESERVED') OR (r.status = 'REDEEMED' AND o.status IS DISTINCT FROM 'COMPLETED'))`,
  },
];
