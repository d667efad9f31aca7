-- The partitions of a table of facts that end by `kept_from`, and the ids that each of them holds: from `first` up to, but not at, `beyond`.
CREATE OR REPLACE FUNCTION past_partitions(parent text, unit text, kept_from date) RETURNS TABLE (name text, first uuid, beyond uuid) LANGUAGE sql STABLE AS $$
  SELECT c.relname::text, first_id_at(begins AT TIME ZONE 'UTC'), first_id_at((begins + ('1 ' || unit)::interval) AT TIME ZONE 'UTC')
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid CROSS JOIN LATERAL (SELECT to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp AS begins) AS partition
  WHERE i.inhparent = parent::regclass AND c.relname ~ '_[0-9]{8}$' AND begins + ('1 ' || unit)::interval <= kept_from
  ORDER BY begins
$$;
