CREATE OR REPLACE FUNCTION add_to_expiry_days(organization uuid, entries uuid[]) RETURNS void LANGUAGE sql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
  INSERT INTO expiry_days (organization_id, program_id, asset_id, day, amount)
  SELECT l.organization_id, l.program_id, l.asset_id, (l.expires_at AT TIME ZONE 'UTC')::date, sum(m.amount)
  FROM unnest(entries) AS sealed (id) CROSS JOIN LATERAL (SELECT * FROM lot_postings WHERE organization_id = organization AND entry_id = sealed.id OFFSET 0) m
  CROSS JOIN LATERAL (SELECT * FROM lots WHERE organization_id = organization AND id = m.lot_id OFFSET 0) l
  WHERE l.expires_at IS NOT NULL GROUP BY 1, 2, 3, 4
  ON CONFLICT (organization_id, program_id, asset_id, day) DO UPDATE SET amount = expiry_days.amount + EXCLUDED.amount
$$;
