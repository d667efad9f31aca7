-- What lists are filtered by although it is rare. Only rows that are an exception stand in these indexes, so that
-- what goes well costs nothing.
CREATE INDEX webhook_deliveries_error_idx ON webhook_deliveries (organization_id, error_code, created_at, id) WHERE error_code IS NOT NULL;
CREATE INDEX redemptions_unsettled_idx ON redemptions (organization_id, status, created_at, id) WHERE status <> 'COMPLETED';

-- Nothing lists envelopes by their time alone; deliveries are found by the type of theirs, whose index follows.
DROP INDEX webhook_events_created_idx;

-- All that people are searched by, each part on a line of its own; its index follows.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE FUNCTION participant_search_text(external_id text, email text, first_name text, last_name text, display_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(external_id || E'\n' || coalesce(email, '') || E'\n' || coalesce(first_name, '') || E'\n' || coalesce(last_name, '') || E'\n' || coalesce(display_name, ''))
$$;
