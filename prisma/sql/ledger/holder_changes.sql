-- What an entry gave to participants and groups, or took from them: nothing else says so.
CREATE OR REPLACE FUNCTION holder_changes(entry journal_entries) RETURNS TABLE (asset_id uuid, net numeric) LANGUAGE sql IMMUTABLE AS $$
  SELECT p.asset_id, sum(p.amount) FROM postings_of(entry) p WHERE p.account_type IN ('PARTICIPANT', 'GROUP') GROUP BY p.asset_id
$$;
