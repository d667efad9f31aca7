-- When a UUIDv7 was made, to the millisecond.
CREATE OR REPLACE FUNCTION time_of_id(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT to_timestamp(('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint / 1000::float8)
$$;
