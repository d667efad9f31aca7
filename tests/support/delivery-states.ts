/** The webhook deliveries of all organizations and how they stand, read from the tables themselves. */
export const DELIVERY_STATES = `
  SELECT organization_id, id, endpoint_id, webhook_event_id, CASE WHEN lease_until IS NULL THEN 'PENDING' ELSE 'SENDING' END AS status, attempt_count
  FROM webhook_queue
  UNION ALL
  SELECT * FROM (
    SELECT DISTINCT ON (organization_id, delivery_id) organization_id, delivery_id, endpoint_id, webhook_event_id, outcome, attempt_count
    FROM webhook_attempts a ORDER BY organization_id, delivery_id, number DESC
  ) last WHERE NOT EXISTS (SELECT 1 FROM webhook_queue q WHERE q.organization_id = last.organization_id AND q.id = last.delivery_id)`;
