-- Whether a transfer is what its entry posted: the source gives the total, each recipient gets its
-- part, nobody else takes part, and nothing leaves AVAILABLE.
CREATE OR REPLACE FUNCTION transfer_is_its_entry(transfer transfers) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
      SELECT 1 FROM journal_entries e
      WHERE e.organization_id = transfer.organization_id AND e.id = transfer.entry_id AND e.type = 'TRANSFER'
        AND e.program_id = transfer.program_id AND e.created_at = transfer.created_at)
    AND transfer.recipient_count = (SELECT count(*) FROM transfer_recipients r WHERE r.organization_id = transfer.organization_id AND r.transfer_id = transfer.id)
    AND NOT EXISTS (
      SELECT 1 FROM postings p WHERE p.organization_id = transfer.organization_id AND p.entry_id = transfer.entry_id AND (p.asset_id <> transfer.asset_id OR p.bucket IS DISTINCT FROM 'AVAILABLE'))
    AND NOT EXISTS (
      SELECT 1
      FROM (SELECT account_type, account_id, sum(amount) AS amount FROM postings WHERE organization_id = transfer.organization_id AND entry_id = transfer.entry_id GROUP BY 1, 2) posted
      FULL JOIN (
        SELECT transfer.source_type AS account_type, transfer.source_id AS account_id, -transfer.total_amount AS amount
        UNION ALL
        SELECT r.account_type, r.account_id, r.amount FROM transfer_recipients r WHERE r.organization_id = transfer.organization_id AND r.transfer_id = transfer.id
      ) told USING (account_type, account_id)
      WHERE posted.amount IS DISTINCT FROM told.amount)
$$;
