-- Requests that changed a record, or tried to, by its path. Reads and requests that name no record, which are nearly all, are not in it.
CREATE INDEX CONCURRENTLY request_logs_record_idx ON request_logs (organization_id, substring(path from '^/v1/[^/?]+/[^/?]+'), created_at, id)
  WHERE route LIKE '%{%' AND method NOT IN ('GET', 'HEAD');
