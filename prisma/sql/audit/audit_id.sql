-- The id of an entry written at this time: a UUIDv7 whose further digits count up, so that ids are in the order in which entries were written.
CREATE OR REPLACE FUNCTION audit_id(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || left(number, 3) || '8' || right(number, 15))::uuid
  FROM (SELECT lpad(to_hex(nextval('audit_log_order')), 18, '0') AS number) AS next
$$;
