-- Finds gift cards that were delivered and that nobody has opened, by the time of their delivery. Unique, as the redemption is: so it is a key
-- like those before it.
CREATE UNIQUE INDEX CONCURRENTLY fulfillment_orders_unclaimed_idx ON fulfillment_orders (organization_id, resolved_at, redemption_id)
  WHERE status = 'DELIVERED' AND consented_at IS NULL;
