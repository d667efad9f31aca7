/** States what must always hold of redemptions and rewards: the ledger, the stock and the records agree. */
import type { Invariant } from './invariants';

const REFERENCE = "'service:redemption:' || r.id";
const HAS_SPENT = "r.status IN ('COMPLETED', 'PARTIALLY_REVERSED', 'FULLY_REVERSED')";

/** The amount that expired while reserved by redemption `r`. */
const EXPIRED = `(SELECT coalesce(-sum(p.amount), 0) FROM postings p JOIN journal_entries e ON e.id = p.entry_id AND e.type = 'EXPIRE'
  WHERE p.account_id = r.participant_id AND p.hold_reference = ${REFERENCE})`;

/** @param of the condition that rows belong to the organizations being checked. */
export const redemptionInvariants = (of: (alias: string) => string): readonly Invariant[] => [
  {
    name: 'what a pending redemption reserves is held for it, but for what has expired; nothing is held for any other',
    broken: `SELECT r.id, r.status, r.amount, h.amount AS held FROM redemptions r
      LEFT JOIN holds h ON h.account_id = r.participant_id AND h.program_id = r.program_id AND h.asset_id = r.asset_id AND h.reference_id = ${REFERENCE}
      WHERE ${of('r')} AND coalesce(h.amount, 0) <> CASE r.status WHEN 'PENDING' THEN r.amount - ${EXPIRED} ELSE 0 END`,
  },
  {
    name: 'what lies under a reference of the service lies there for a redemption or a decision',
    broken: `SELECT h.reference_id, h.amount FROM holds h WHERE ${of('h')} AND h.reference_id LIKE 'service:%' AND h.reference_id NOT LIKE 'service:decision:%'
      AND NOT EXISTS (SELECT 1 FROM redemptions r WHERE r.participant_id = h.account_id AND ${REFERENCE} = h.reference_id)`,
  },
  {
    name: 'a redemption that stands has spent its amount less what was reversed, any other nothing',
    broken: `SELECT r.id, r.status, r.amount, r.reversed_amount, spent.amount AS spent FROM redemptions r CROSS JOIN LATERAL (
        SELECT coalesce(sum(p.amount), 0) AS amount FROM journal_entries e JOIN postings p ON p.entry_id = e.id AND p.account_type = r.target
        WHERE e.organization_id = r.organization_id AND e.reference_id = ${REFERENCE}) spent
      WHERE ${of('r')} AND spent.amount <> CASE WHEN ${HAS_SPENT} THEN r.amount - r.reversed_amount ELSE 0 END`,
  },
  {
    name: 'what a reservation released and what expired in it is what it reserved',
    broken: `SELECT r.id, r.amount, r.released_amount FROM redemptions r
      WHERE ${of('r')} AND r.status IN ('FAILED', 'CANCELLED') AND coalesce(r.released_amount, 0) + ${EXPIRED} <> r.amount`,
  },
  {
    name: 'reversals make up what is reversed of a redemption, in amount and in units',
    broken: `SELECT r.id, r.reversed_amount, r.reversed_quantity, v.amount, v.quantity FROM redemptions r CROSS JOIN LATERAL (
        SELECT coalesce(sum(v.amount), 0) AS amount, coalesce(sum(v.quantity), 0) AS quantity FROM redemption_reversals v WHERE v.redemption_id = r.id) v
      WHERE ${of('r')} AND (v.amount <> r.reversed_amount OR v.quantity <> coalesce(r.reversed_quantity, 0))`,
  },
  {
    name: 'a reward counts the units of the redemptions that stand',
    broken: `SELECT w.id, w.redeemed_count, sum(r.units) AS units FROM rewards w LEFT JOIN redemptions r ON r.reward_id = w.id
      WHERE ${of('w')} GROUP BY w.organization_id, w.id, w.redeemed_count HAVING w.redeemed_count <> coalesce(sum(r.units), 0)`,
  },
  {
    name: 'an active reward has stock left',
    broken: `SELECT w.id, w.max_total, w.redeemed_count FROM rewards w WHERE ${of('w')} AND w.status = 'ACTIVE' AND w.redeemed_count >= w.max_total`,
  },
  {
    name: 'a redemption is announced once when it has spent, and never otherwise',
    broken: `SELECT r.id, r.status, count(*)::int AS envelopes FROM redemptions r JOIN webhook_events w
        ON w.organization_id = r.organization_id AND w.type = 'redemption.completed' AND w.data ->> 'redemption_id' = r.id::text
      WHERE ${of('r')} GROUP BY r.organization_id, r.id, r.status HAVING count(*) > (${HAS_SPENT})::int`,
  },
];
