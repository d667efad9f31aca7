-- The least id of a time, as a UUIDv7 begins with its milliseconds since 1970: ids of that time and later are not below it, earlier ones are.
-- A time that no id can carry counts as the first or last that one can.
CREATE OR REPLACE FUNCTION first_id_at(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT rpad(lpad(to_hex(greatest(0, least(floor(extract(epoch FROM at) * 1000), 281474976710655))::bigint), 12, '0'), 32, '0')::uuid
$$;
