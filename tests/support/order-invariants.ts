/** States what must always hold of orders at gift-card providers and the redemptions that pay for them. */
import type { Invariant } from './invariants';

/** @param of the condition that rows belong to the organizations being checked. */
export const orderInvariants = (of: (alias: string) => string): readonly Invariant[] => [
  {
    name: 'a redemption has an order exactly when a provider delivers its reward',
    broken: `SELECT r.id FROM redemptions r LEFT JOIN rewards w ON w.id = r.reward_id LEFT JOIN fulfillment_orders o ON o.redemption_id = r.id
      WHERE ${of('r')} AND (w.reward_source_id IS NOT NULL) <> (o.redemption_id IS NOT NULL)`,
  },
  {
    name: 'what was delivered was paid for or is not handed out, and what failed cost nothing',
    broken: `SELECT o.redemption_id, o.status, r.status AS redemption FROM fulfillment_orders o JOIN redemptions r ON r.id = o.redemption_id
      WHERE ${of('o')} AND NOT CASE o.status WHEN 'FAILED' THEN r.status IN ('FAILED', 'CANCELLED') WHEN 'DELIVERED' THEN o.link IS NOT NULL ELSE r.status = 'PENDING' END`,
  },
  {
    name: 'no two redemptions have one order of a provider',
    broken: `SELECT o.fulfillment_account_id, o.provider_order_id FROM fulfillment_orders o WHERE ${of('o')} AND o.provider_order_id IS NOT NULL
      GROUP BY 1, 2 HAVING count(*) > 1`,
  },
];
