-- The least id of a time, as a UUIDv7 begins with its milliseconds since 1970: ids of that time and later are not below it, earlier ones are.
-- There are none before 1970, and none after the year 9999, so those bounds stand for whatever lies beyond them, infinity too.
CREATE OR REPLACE FUNCTION first_id_at(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT rpad(lpad(to_hex(floor(extract(epoch FROM
    least(greatest(at, timestamptz '1970-01-01 00:00:00+00'), timestamptz '10000-01-01 00:00:00+00')) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;
