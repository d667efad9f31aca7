-- Which automation an event comes of, and which one stands behind a change of state.

ALTER TABLE events ADD COLUMN automation_id uuid;

-- The identity of such an event has named its automation from the beginning.
UPDATE events SET automation_id = a.id FROM automations a
WHERE events.organization_id = a.organization_id AND events.event_type = 'SYSTEM' AND events.cause_event_id IS NULL
  AND events.idempotency_key LIKE 'service:automation/%' AND split_part(events.idempotency_key, '/', 2) = a.id::text;

ALTER TABLE events
  ADD CONSTRAINT events_of_automation CHECK (automation_id IS NULL OR (event_type = 'SYSTEM' AND cause_event_id IS NULL)),
  ADD CONSTRAINT events_automation_fkey FOREIGN KEY (organization_id, automation_id) REFERENCES automations (organization_id, id);
CREATE INDEX events_automation_idx ON events (automation_id, created_at, id) WHERE automation_id IS NOT NULL;

-- What was written before this says RULE and stays: history never changes.
ALTER TABLE state_history
  ADD COLUMN automation_id uuid,
  ADD CONSTRAINT state_history_of_automation CHECK ((source = 'AUTOMATION') = (automation_id IS NOT NULL));
