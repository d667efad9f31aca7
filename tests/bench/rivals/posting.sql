-- The least that a double-entry posting can be: an entry, its two postings, and the balance that they change.
DROP TABLE IF EXISTS raw_postings, raw_entries, raw_accounts;
CREATE TABLE raw_accounts (id int PRIMARY KEY, balance numeric(78, 18) NOT NULL);
CREATE TABLE raw_entries (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE raw_postings (
  entry_id bigint NOT NULL, line smallint NOT NULL, account_id int, amount numeric(78, 18) NOT NULL, PRIMARY KEY (entry_id, line)
);
INSERT INTO raw_accounts SELECT n, 0 FROM generate_series(0, 4999) AS n;

CREATE OR REPLACE FUNCTION raw_post(account int, value numeric) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
  entry bigint;
  after numeric;
BEGIN
  INSERT INTO raw_entries DEFAULT VALUES RETURNING id INTO entry;
  INSERT INTO raw_postings VALUES (entry, 0, account, value), (entry, 1, NULL, -value);
  UPDATE raw_accounts SET balance = balance + value WHERE id = account RETURNING balance INTO after;
  RETURN after;
END $$;
