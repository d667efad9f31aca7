-- How an endpoint is doing: the unbroken run of failed attempts behind it, and why it was disabled.
ALTER TABLE webhook_endpoints
  ADD COLUMN failing_since        timestamptz(3),
  ADD COLUMN consecutive_failures integer NOT NULL DEFAULT 0,
  ADD COLUMN disabled_at          timestamptz(3),
  ADD COLUMN disabled_reason      text CHECK (disabled_reason IN ('REQUESTED', 'SUSTAINED_FAILURE'));
UPDATE webhook_endpoints SET disabled_at = updated_at, disabled_reason = 'REQUESTED' WHERE status = 'DISABLED';
ALTER TABLE webhook_endpoints
  ADD CHECK (consecutive_failures >= 0 AND (consecutive_failures > 0) = (failing_since IS NOT NULL)),
  ADD CHECK ((status = 'DISABLED') = (disabled_at IS NOT NULL) AND (disabled_at IS NULL) = (disabled_reason IS NULL));

-- Success rate and latency of an endpoint are read from this index alone.
ALTER TABLE webhook_attempts ADD COLUMN endpoint_id uuid REFERENCES webhook_endpoints;
UPDATE webhook_attempts a SET endpoint_id = d.endpoint_id FROM webhook_deliveries d WHERE d.id = a.delivery_id;
ALTER TABLE webhook_attempts ALTER COLUMN endpoint_id SET NOT NULL;
CREATE INDEX webhook_attempts_endpoint_idx ON webhook_attempts (endpoint_id, attempted_at) INCLUDE (organization_id, duration_ms, error_code);

-- What has ended is removed by age, and then the envelopes that no delivery needs any more.
CREATE INDEX webhook_deliveries_age_idx ON webhook_deliveries (updated_at) WHERE status IN ('DELIVERED', 'FAILED');
CREATE INDEX webhook_events_age_idx ON webhook_events (created_at);
