-- What was decided within requests: committed at once, or reserved until it is committed, cancelled or past its time.
CREATE TABLE decisions (
  id                    uuid NOT NULL,
  organization_id       uuid NOT NULL,
  program_id            uuid NOT NULL,
  participant_id        uuid NOT NULL,
  recipient_id          uuid,
  external_id           text NOT NULL,
  idempotency_key       text NOT NULL,
  -- SHA-256 of what was asked, which a repetition must equal.
  fingerprint           text NOT NULL,
  mode                  text NOT NULL CHECK (mode IN ('RESERVE', 'COMMIT')),
  status                text NOT NULL CHECK (status IN ('RESERVED', 'COMMITTED', 'FAILED', 'CANCELLED', 'EXPIRED')),
  -- The event that it became; null as long as it is only reserved, and for good where it never is committed.
  event_id              uuid,
  event_data            json NOT NULL,
  event_timestamp       timestamptz(3) NOT NULL,
  request_id            uuid,
  -- The version of the rules that decided.
  configuration_version integer NOT NULL,
  -- What is told of it: effects, and balances before and after.
  told                  json NOT NULL,
  -- What a reservation is to book, with the verdict of every rule.
  plan                  json,
  -- The ids of its redemptions, those that a change has replaced included.
  redemption_ids        json NOT NULL DEFAULT '[]' CHECK (json_typeof(redemption_ids) = 'array'),
  reason                text,
  expires_at            timestamptz(3),
  created_at            timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  resolved_at           timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id),
  FOREIGN KEY (organization_id, event_id) REFERENCES events (organization_id, id),
  CONSTRAINT decisions_become_events CHECK ((event_id IS NOT NULL) = (status IN ('COMMITTED', 'FAILED'))),
  CONSTRAINT decisions_planned CHECK ((plan IS NOT NULL) = (status = 'RESERVED')),
  CONSTRAINT decisions_reserved CHECK ((expires_at IS NOT NULL) = (mode = 'RESERVE')),
  CONSTRAINT decisions_resolved CHECK ((resolved_at IS NULL) = (status = 'RESERVED')),
  CONSTRAINT decisions_status_of_mode CHECK (mode = 'RESERVE' OR status IN ('COMMITTED', 'FAILED')),
  CONSTRAINT decisions_id_has_time CHECK (get_byte(uuid_send(id), 6) >> 4 = 7)
);
CREATE INDEX decisions_program_idx ON decisions (organization_id, program_id, id);
CREATE INDEX decisions_participant_idx ON decisions (organization_id, participant_id, id);
CREATE INDEX decisions_due_idx ON decisions (organization_id, expires_at, id) WHERE status = 'RESERVED';
CREATE INDEX decisions_expiry_idx ON decisions (organization_id, expires_at, id) WHERE expires_at IS NOT NULL;
CREATE UNIQUE INDEX decisions_event_idx ON decisions (organization_id, event_id) WHERE event_id IS NOT NULL;
ALTER TABLE decisions ADD CONSTRAINT decisions_identity UNIQUE (organization_id, program_id, idempotency_key);
ALTER TABLE decisions ADD PRIMARY KEY (organization_id, id);

-- A redemption that is part of a decision, and ends with its reservation.
ALTER TABLE redemptions ADD COLUMN decision_id uuid;
