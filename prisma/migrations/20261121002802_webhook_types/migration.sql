CREATE INDEX CONCURRENTLY webhook_events_type_idx ON webhook_events (organization_id, type, created_at, id);
