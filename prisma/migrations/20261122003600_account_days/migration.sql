-- What sealed entries gave to accounts and took from them, by UTC day of the organization's clock and kind of account: a sum
-- over the whole ledger is then a few rows a day and what still waits in entry_seal_queue. Written with the seals, so
-- only whoever seals an organization touches its rows; posting never looks at them.
CREATE TABLE account_days (
  organization_id uuid NOT NULL REFERENCES organizations,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  account_type    text NOT NULL,
  -- NONE for accounts without buckets.
  bucket          text NOT NULL,
  day             date NOT NULL,
  amount          numeric(78, 18) NOT NULL,
  PRIMARY KEY (organization_id, program_id, asset_id, account_type, bucket, day)
);

-- How many entries a day has.
CREATE TABLE entry_days (
  organization_id uuid NOT NULL REFERENCES organizations,
  day             date NOT NULL,
  program_id      uuid NOT NULL,
  entries         bigint NOT NULL CHECK (entries > 0),
  PRIMARY KEY (organization_id, day, program_id)
);

CREATE FUNCTION add_to_account_days(entries uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO entry_days (organization_id, day, program_id, entries)
  SELECT e.organization_id, (e.created_at AT TIME ZONE 'UTC')::date, e.program_id, count(*)
  FROM unnest(entries) AS sealed (id) JOIN journal_entries e ON e.id = sealed.id GROUP BY 1, 2, 3
  ON CONFLICT (organization_id, day, program_id) DO UPDATE SET entries = entry_days.entries + EXCLUDED.entries;

  INSERT INTO account_days (organization_id, program_id, asset_id, account_type, bucket, day, amount)
  SELECT p.organization_id, p.program_id, p.asset_id, p.account_type, coalesce(p.bucket, 'NONE'), (p.created_at AT TIME ZONE 'UTC')::date, sum(p.amount)
  FROM unnest(entries) AS sealed (id) JOIN postings p ON p.entry_id = sealed.id GROUP BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (organization_id, program_id, asset_id, account_type, bucket, day) DO UPDATE SET amount = account_days.amount + EXCLUDED.amount;
$$;

CREATE OR REPLACE FUNCTION count_sealed_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_days(sealed.entries), add_to_account_days(sealed.entries) FROM (SELECT array_agg(entry_id) AS entries FROM new_seals) AS sealed;
  RETURN NULL;
END $$;

-- Whoever seals waits until what was sealed before is counted; posting goes on.
LOCK TABLE entry_seals IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO entry_days (organization_id, day, program_id, entries)
SELECT e.organization_id, (e.created_at AT TIME ZONE 'UTC')::date, e.program_id, count(*)
FROM entry_seals s JOIN journal_entries e ON e.id = s.entry_id GROUP BY 1, 2, 3;
INSERT INTO account_days (organization_id, program_id, asset_id, account_type, bucket, day, amount)
SELECT p.organization_id, p.program_id, p.asset_id, p.account_type, coalesce(p.bucket, 'NONE'), (p.created_at AT TIME ZONE 'UTC')::date, sum(p.amount)
FROM entry_seals s JOIN postings p ON p.entry_id = s.entry_id GROUP BY 1, 2, 3, 4, 5, 6;
