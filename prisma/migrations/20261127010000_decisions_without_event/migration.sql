-- Finds what of a participant's decisions never became an event, among any number that did. Unique, as the id is: so it is a key like those before it.
CREATE UNIQUE INDEX CONCURRENTLY decisions_without_event_idx ON decisions (organization_id, participant_id, id) WHERE event_id IS NULL;
