-- Finds what of a participant's decisions never became an event, among any number that did.
CREATE INDEX CONCURRENTLY decisions_without_event_idx ON decisions (organization_id, participant_id, id) WHERE event_id IS NULL;
