-- The postings of an entry as rows, its own columns aside.
CREATE OR REPLACE FUNCTION postings_of(entry journal_entries) RETURNS TABLE (
  line smallint, asset_id uuid, account_type text, account_id uuid, bucket text, hold_reference text, amount numeric
) LANGUAGE sql IMMUTABLE AS $$
  SELECT (generate_subscripts(entry.accounts, 1) - 1)::smallint, unnest(entry.assets), unnest(entry.account_types), unnest(entry.accounts),
    unnest(entry.buckets), unnest(entry.hold_references), unnest(entry.amounts)
$$;

-- The same for readers of few entries, by their keys or a range of those: who looks for the postings of an account reads account_entries.
CREATE OR REPLACE VIEW postings AS
SELECT e.id AS entry_id, p.line, e.organization_id, e.program_id, p.asset_id, p.account_type, p.account_id, p.bucket, p.hold_reference, p.amount, e.created_at
FROM journal_entries e CROSS JOIN LATERAL (
  SELECT (generate_subscripts(e.accounts, 1) - 1)::smallint AS line, unnest(e.assets) AS asset_id, unnest(e.account_types) AS account_type,
    unnest(e.accounts) AS account_id, unnest(e.buckets) AS bucket, unnest(e.hold_references) AS hold_reference, unnest(e.amounts) AS amount) p;
