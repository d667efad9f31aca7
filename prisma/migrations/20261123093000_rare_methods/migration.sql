-- The methods that few requests use; the others are found soon in the order of the log itself. Built beside the writes.
CREATE INDEX CONCURRENTLY request_logs_method_idx ON request_logs (organization_id, method, created_at, id) WHERE method NOT IN ('GET', 'POST');
