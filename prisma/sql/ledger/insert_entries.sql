-- Entries that move no lots. The arrays of their postings are text, as there are no arrays of arrays of different lengths. By a function, as is
-- the next one: so the order in which entries were written is counted where they are.
CREATE OR REPLACE FUNCTION insert_entries(
  organization uuid, present timestamptz, ids uuid[], programs uuid[], types text[], descriptions text[], reference_ids text[], event_ids uuid[],
  rule_ids uuid[], rule_versions integer[], account_types text[], accounts text[], assets text[], buckets text[], amounts text[], hold_references text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO journal_entries (organization_id, created_at, id, program_id, type, description, reference_id, event_id, rule_id, rule_version,
    account_types, accounts, assets, buckets, amounts, hold_references)
  SELECT organization, present, e.id, e.program_id, e.type, e.description, e.reference_id, e.event_id, e.rule_id, e.rule_version,
    e.account_types::text[], e.accounts::uuid[], e.assets::uuid[], e.buckets::text[], e.amounts::numeric[], e.hold_references::text[]
  FROM unnest(ids, programs, types, descriptions, reference_ids, event_ids, rule_ids, rule_versions, account_types, accounts, assets, buckets, amounts, hold_references)
    AS e (id, program_id, type, description, reference_id, event_id, rule_id, rule_version, account_types, accounts, assets, buckets, amounts, hold_references);
END $$;

-- Entries together with their lots and the parts of each that they move: one statement, because each is checked against the others.
CREATE OR REPLACE FUNCTION insert_entries_with_lots(
  organization uuid, present timestamptz, ids uuid[], programs uuid[], types text[], descriptions text[], reference_ids text[], event_ids uuid[],
  rule_ids uuid[], rule_versions integer[], account_types text[], accounts text[], assets text[], buckets text[], amounts text[], hold_references text[],
  lot_ids uuid[], lot_programs uuid[], lot_assets uuid[], lot_account_types text[], lot_accounts uuid[], lot_amounts numeric[], lot_buckets text[],
  lots_provisional boolean[], lot_parents uuid[], lot_entries uuid[], lots_created timestamptz[], lots_mature timestamptz[], lots_expire timestamptz[],
  part_entries uuid[], part_lines smallint[], part_numbers integer[], part_lots uuid[], part_amounts numeric[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH entries AS (
    INSERT INTO journal_entries (organization_id, created_at, id, program_id, type, description, reference_id, event_id, rule_id, rule_version,
      account_types, accounts, assets, buckets, amounts, hold_references)
    SELECT organization, present, e.id, e.program_id, e.type, e.description, e.reference_id, e.event_id, e.rule_id, e.rule_version,
      e.account_types::text[], e.accounts::uuid[], e.assets::uuid[], e.buckets::text[], e.amounts::numeric[], e.hold_references::text[]
    FROM unnest(ids, programs, types, descriptions, reference_ids, event_ids, rule_ids, rule_versions,
        account_types, accounts, assets, buckets, amounts, hold_references)
      AS e (id, program_id, type, description, reference_id, event_id, rule_id, rule_version,
        account_types, accounts, assets, buckets, amounts, hold_references)
  ), new_lots AS (
    INSERT INTO lots (organization_id, id, program_id, asset_id, account_type, account_id, amount, bucket, provisional, parent_id, entry_id, created_at, matures_at, expires_at)
    SELECT organization, l.* FROM unnest(lot_ids, lot_programs, lot_assets, lot_account_types, lot_accounts, lot_amounts, lot_buckets,
      lots_provisional, lot_parents, lot_entries, lots_created, lots_mature, lots_expire) AS l
  )
  INSERT INTO lot_postings (organization_id, entry_id, line, part, lot_id, amount)
  SELECT organization, p.* FROM unnest(part_entries, part_lines, part_numbers, part_lots, part_amounts) AS p;
END $$;
