-- The least id of a day (UTC), as a UUIDv7 begins with its milliseconds since 1970.
CREATE OR REPLACE FUNCTION first_id_of_day(day date) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT rpad(lpad(to_hex(extract(epoch FROM day::timestamp)::bigint * 1000), 12, '0'), 32, '0')::uuid
$$;
