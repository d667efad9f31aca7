-- Backtests: rules tried on what has happened. A row is the queue, the progress and the result; nothing
-- that a backtest computes is written anywhere else.

CREATE TABLE backtests (
  id               uuid PRIMARY KEY,
  organization_id  uuid NOT NULL,
  program_id       uuid NOT NULL,
  status           text NOT NULL DEFAULT 'QUEUED' CHECK (status IN ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELED')),
  -- Events that were processed from `window_from` up to, but not at, `window_to`.
  window_from      timestamptz(3) NOT NULL,
  window_to        timestamptz(3) NOT NULL,
  -- Null: everybody.
  participant_ids  uuid[],
  -- The rules that are tried, as they were when it was asked for.
  rules            json NOT NULL,
  is_draft         boolean NOT NULL,
  rule_configuration_version integer NOT NULL,
  processed        bigint NOT NULL DEFAULT 0,
  total            bigint,
  result           json,
  error_message    text,
  -- Who is at it, until when in real time, and how often it was begun: what it knows is in the memory of
  -- that process, so whoever takes over begins anew.
  lease_token      uuid,
  lease_until      timestamptz(3),
  attempts         smallint NOT NULL DEFAULT 0,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  completed_at     timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CHECK (window_from < window_to),
  CHECK ((status = 'COMPLETED') = (result IS NOT NULL)),
  CHECK ((status = 'FAILED') = (error_message IS NOT NULL)),
  CHECK ((status IN ('QUEUED', 'RUNNING')) = (completed_at IS NULL))
);
CREATE INDEX backtests_program_idx ON backtests (program_id, created_at, id);
CREATE INDEX backtests_open_idx ON backtests (created_at, id) WHERE status IN ('QUEUED', 'RUNNING');

-- The order in which a program's events were processed.
CREATE INDEX events_processed_idx ON events (program_id, processed_at) WHERE processed_at IS NOT NULL;
