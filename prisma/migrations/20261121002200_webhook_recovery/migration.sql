-- Recovery: the failed deliveries of an endpoint are queued again a few at a time. A row is the queue and the progress.
CREATE TABLE webhook_recoveries (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  endpoint_id     uuid NOT NULL REFERENCES webhook_endpoints,
  status          text NOT NULL DEFAULT 'RUNNING' CHECK (status IN ('RUNNING', 'COMPLETED', 'CANCELED')),
  -- Deliveries created from `window_from` up to, but not at, `window_to`; null: up to when it was asked for.
  window_from     timestamptz(3) NOT NULL,
  window_to       timestamptz(3),
  -- Failed deliveries of the window when it was asked for.
  total           integer NOT NULL CHECK (total >= 0),
  queued          integer NOT NULL DEFAULT 0 CHECK (queued >= 0),
  -- The last delivery that was queued, in the order (created_at, id).
  reached_at      timestamptz(3),
  reached_id      uuid,
  all_queued      boolean NOT NULL DEFAULT false,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  completed_at    timestamptz(3),
  CHECK (window_from < window_to),
  CHECK ((reached_at IS NULL) = (reached_id IS NULL) AND (reached_at IS NULL) = (queued = 0)),
  CHECK ((status = 'RUNNING') = (completed_at IS NULL)),
  CHECK (status <> 'COMPLETED' OR all_queued)
);
-- Two at once would take the same deliveries.
CREATE UNIQUE INDEX webhook_recoveries_running_idx ON webhook_recoveries (endpoint_id) WHERE status = 'RUNNING';
CREATE INDEX webhook_recoveries_endpoint_idx ON webhook_recoveries (endpoint_id, created_at, id);

ALTER TABLE webhook_deliveries ADD COLUMN recovery_id uuid REFERENCES webhook_recoveries;
CREATE INDEX webhook_deliveries_recovery_idx ON webhook_deliveries (recovery_id, status) WHERE recovery_id IS NOT NULL;
CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries (endpoint_id, created_at, id) WHERE status = 'FAILED';

-- Where an attempt was sent to: the address of its endpoint may have changed since.
ALTER TABLE webhook_attempts ADD COLUMN request_url text;
