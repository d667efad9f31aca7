-- The least id of a time, as a UUIDv7 begins with its milliseconds since 1970: ids of that time and later are not below it, earlier ones are.
CREATE OR REPLACE FUNCTION first_id_at(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT rpad(lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;
