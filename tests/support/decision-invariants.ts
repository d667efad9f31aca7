/** What must always hold of decisions: nothing stays reserved for one that has ended, and what is committed is an event with its outcome. */
import type { Invariant } from './invariants';

export const decisionInvariants = (of: (alias: string) => string): readonly Invariant[] => [
  {
    name: 'nothing is held for a decision that has ended',
    broken: `SELECT h.reference_id, d.status FROM holds h
      LEFT JOIN decisions d ON d.organization_id = h.organization_id AND d.id = split_part(h.reference_id, ':', 3)::uuid
      WHERE ${of('h')} AND h.reference_id LIKE 'service:decision:%' AND h.amount > 0 AND d.status IS DISTINCT FROM 'RESERVED'`,
  },
  {
    name: 'no redemption is pending for a decision that has ended',
    broken: `SELECT r.id, d.status FROM redemptions r JOIN decisions d ON d.organization_id = r.organization_id AND d.id = r.decision_id
      WHERE ${of('r')} AND r.status = 'PENDING' AND d.status <> 'RESERVED'
        AND NOT EXISTS (SELECT 1 FROM fulfillment_orders o WHERE o.organization_id = r.organization_id AND o.redemption_id = r.id)`,
  },
  {
    name: 'a committed decision is an event with the outcome that it says',
    broken: `SELECT d.id, d.status, o.status AS outcome FROM decisions d
      LEFT JOIN event_outcomes o ON o.organization_id = d.organization_id AND o.event_id = d.event_id
      WHERE ${of('d')} AND d.event_id IS NOT NULL
        AND o.status IS DISTINCT FROM CASE d.status WHEN 'FAILED' THEN 'FAILED' ELSE 'COMPLETED' END`,
  },
];
