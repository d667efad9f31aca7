-- Amounts are kept as text, because a reader may take a JSON number for a float; `numeric(78, 18)` always has a point.
CREATE OR REPLACE FUNCTION audit_value(value jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(value) = 'number' AND value::text LIKE '%.%' THEN to_jsonb(trim_scale((value #>> '{}')::numeric)::text) ELSE value END
$$;
