-- What the sliding window of a counter holds at an instant. STABLE, not STRICT, so that it becomes part of the query that reads it.
CREATE OR REPLACE FUNCTION marks_within(marks jsonb, window_ms bigint, now timestamptz) RETURNS TABLE (made_ms bigint, amount numeric) LANGUAGE sql STABLE AS $$
  SELECT (mark ->> 0)::bigint, (mark ->> 1)::numeric FROM jsonb_array_elements(marks) AS mark
  WHERE (mark ->> 0)::bigint > extract(epoch FROM now) * 1000 - window_ms
$$;
