-- When a UUIDv7 was made, to the millisecond. Its bytes are counted, not its text, as every event and delivery is checked by it.
CREATE OR REPLACE FUNCTION time_of_id(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT to_timestamp(((get_byte(uuid_send(id), 0)::bigint << 40) | (get_byte(uuid_send(id), 1)::bigint << 32) | (get_byte(uuid_send(id), 2)::bigint << 24)
    | (get_byte(uuid_send(id), 3) << 16) | (get_byte(uuid_send(id), 4) << 8) | get_byte(uuid_send(id), 5)) / 1000::float8)::timestamptz(3)
$$;
