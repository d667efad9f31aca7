-- What sealed entries left in lots, by the UTC day on which those expire. A lot keeps its expiry for as long as it is.
CREATE TABLE expiry_days (
  organization_id uuid NOT NULL REFERENCES organizations,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  day             date NOT NULL,
  amount          numeric(78, 18) NOT NULL,
  PRIMARY KEY (organization_id, program_id, asset_id, day)
);

CREATE FUNCTION add_to_expiry_days(entries uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO expiry_days (organization_id, program_id, asset_id, day, amount)
  SELECT l.organization_id, l.program_id, l.asset_id, (l.expires_at AT TIME ZONE 'UTC')::date, sum(m.amount)
  FROM unnest(entries) AS sealed (id) JOIN lot_postings m ON m.entry_id = sealed.id JOIN lots l ON l.id = m.lot_id
  WHERE l.expires_at IS NOT NULL GROUP BY 1, 2, 3, 4
  ON CONFLICT (organization_id, program_id, asset_id, day) DO UPDATE SET amount = expiry_days.amount + EXCLUDED.amount
$$;

CREATE OR REPLACE FUNCTION count_sealed_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_days(sealed.entries), add_to_account_days(sealed.entries), add_to_expiry_days(sealed.entries)
  FROM (SELECT array_agg(entry_id) AS entries FROM new_seals) AS sealed;
  RETURN NULL;
END $$;

-- Whoever seals waits until what was sealed before is counted; posting goes on.
LOCK TABLE entry_seals IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO expiry_days (organization_id, program_id, asset_id, day, amount)
SELECT l.organization_id, l.program_id, l.asset_id, (l.expires_at AT TIME ZONE 'UTC')::date, sum(m.amount)
FROM lot_postings m JOIN entry_seals s ON s.entry_id = m.entry_id JOIN lots l ON l.id = m.lot_id
WHERE l.expires_at IS NOT NULL GROUP BY 1, 2, 3, 4;
