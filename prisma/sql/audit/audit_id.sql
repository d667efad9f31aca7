-- The id of an entry written at this time: a UUIDv7 whose further digits count up, so that ids are in the order in which entries were written.
-- A single expression, which Postgres puts in the place of the call.
CREATE OR REPLACE FUNCTION audit_id(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(nextval('audit_log_order')), 15, '0'))::uuid
$$;
