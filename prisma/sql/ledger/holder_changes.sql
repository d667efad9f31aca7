-- What an entry gave to participants and groups, or took from them: nothing else says so.
CREATE OR REPLACE FUNCTION holder_changes(entry uuid) RETURNS TABLE (asset_id uuid, net numeric) LANGUAGE sql STABLE AS $$
  SELECT p.asset_id, sum(p.amount) FROM postings p
  WHERE p.entry_id = entry AND p.account_type IN ('PARTICIPANT', 'GROUP') GROUP BY p.asset_id
$$;
