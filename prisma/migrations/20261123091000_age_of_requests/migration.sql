-- Finds the requests of all organizations that are too old to keep. Written so that no list can take it for its order: ordered by the
-- same column, the newest requests of one organization were looked for among those of all the others. Built beside the writes.
CREATE INDEX CONCURRENTLY request_logs_kept_idx ON request_logs ((created_at AT TIME ZONE 'UTC'));
