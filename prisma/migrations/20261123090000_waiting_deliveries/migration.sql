-- The deliveries that wait, newest or oldest first: after an outage of a receiver they are very many, and were all sorted for one page.
-- Built beside the writes.
CREATE INDEX CONCURRENTLY webhook_deliveries_waiting_idx ON webhook_deliveries (organization_id, created_at, id) WHERE status = 'PENDING';
