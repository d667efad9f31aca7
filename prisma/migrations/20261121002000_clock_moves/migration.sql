-- Each move of a sandbox clock: from where to where, by whom, and what it did. What happened on the way is read from the records themselves.
CREATE TABLE clock_moves (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  moved_from      timestamptz(3) NOT NULL,
  moved_to        timestamptz(3) NOT NULL,
  reached         timestamptz(3),
  status          text NOT NULL DEFAULT 'RUNNING' CHECK (status IN ('RUNNING', 'COMPLETED', 'FAILED')),
  performed       jsonb NOT NULL DEFAULT '{}',
  api_key_id      uuid,
  user_id         uuid,
  on_behalf_of    text,
  started_at      timestamptz(3) NOT NULL,
  ended_at        timestamptz(3),
  CHECK (moved_to > moved_from),
  CHECK (reached >= moved_from),
  CHECK ((status = 'RUNNING') = (ended_at IS NULL) AND (ended_at IS NULL) = (reached IS NULL)),
  CHECK (ended_at >= started_at)
);
CREATE UNIQUE INDEX clock_moves_running_idx ON clock_moves (organization_id) WHERE status = 'RUNNING';
CREATE INDEX clock_moves_started_idx ON clock_moves (organization_id, started_at, id);

-- What happened between two times, of the kinds that had no such index.
CREATE INDEX state_history_levels_idx ON state_history (organization_id, created_at) WHERE state_type = 'TIER';
CREATE INDEX state_history_resets_idx ON state_history (organization_id, created_at) WHERE operation = 'AUTO_RESET';
CREATE INDEX automation_runs_due_idx ON automation_runs (organization_id, due_at);
CREATE INDEX redemptions_reservation_expired_idx ON redemptions (organization_id, resolved_at) WHERE failure_reason = 'reservation_expired';
