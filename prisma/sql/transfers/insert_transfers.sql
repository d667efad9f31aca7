-- Transfers with their recipients: one statement, because they are checked together against their entries.
CREATE OR REPLACE FUNCTION insert_transfers(
  organization uuid, present timestamptz, ids uuid[], programs uuid[], assets uuid[], entries uuid[], source_types text[], sources uuid[],
  totals numeric[], recipient_counts smallint[], keeping_expiry boolean[], of_transfers uuid[], positions smallint[], account_types text[], accounts uuid[],
  amounts numeric[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH made AS (
    INSERT INTO transfers (organization_id, created_at, id, program_id, asset_id, entry_id, source_type, source_id, total_amount, recipient_count, preserve_expiry)
    SELECT organization, present, t.* FROM unnest(ids, programs, assets, entries, source_types, sources, totals, recipient_counts, keeping_expiry) AS t
  )
  INSERT INTO transfer_recipients (organization_id, transfer_id, position, account_type, account_id, amount)
  SELECT organization, r.* FROM unnest(of_transfers, positions, account_types, accounts, amounts) AS r;
END $$;
