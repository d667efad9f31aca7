-- The totals of sealed entries read each entry and each posting once, and by index: on a ledger of some ten thousand entries the planner
-- preferred to read all of them for every thousand that were sealed. Only functions change, so nothing waits for this.

CREATE OR REPLACE FUNCTION add_to_days(entries uuid[]) RETURNS void LANGUAGE sql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
  WITH entered AS MATERIALIZED (
    SELECT e.id, e.organization_id, (e.created_at AT TIME ZONE 'UTC')::date AS day, e.program_id, e.type, e.rule_id
    FROM unnest(entries) AS sealed (id) JOIN journal_entries e ON e.id = sealed.id
  ), lines AS MATERIALIZED (
    SELECT e.*, p.asset_id, p.account_type, p.bucket, p.amount FROM entered e JOIN postings p ON p.entry_id = e.id
  ), changes AS MATERIALIZED (
    SELECT organization_id, day, program_id, type, rule_id, asset_id, sum(amount) AS net
    FROM lines WHERE account_type IN ('PARTICIPANT', 'GROUP') GROUP BY id, 1, 2, 3, 4, 5, 6 HAVING sum(amount) <> 0
  ), counted AS (
    INSERT INTO entry_days (organization_id, day, program_id, entries)
    SELECT organization_id, day, program_id, count(*) FROM entered GROUP BY 1, 2, 3
    ON CONFLICT (organization_id, day, program_id) DO UPDATE SET entries = entry_days.entries + EXCLUDED.entries
  ), by_account AS (
    INSERT INTO account_days (organization_id, program_id, asset_id, account_type, bucket, day, amount)
    SELECT organization_id, program_id, asset_id, account_type, coalesce(bucket, 'NONE'), day, sum(amount) FROM lines GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (organization_id, program_id, asset_id, account_type, bucket, day) DO UPDATE SET amount = account_days.amount + EXCLUDED.amount
  ), by_rule AS (
    INSERT INTO rule_days (organization_id, day, program_id, rule_id, asset_id, type, net)
    SELECT organization_id, day, program_id, rule_id, asset_id, type, sum(net) FROM changes WHERE rule_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (organization_id, day, program_id, rule_id, asset_id, type) DO UPDATE SET net = rule_days.net + EXCLUDED.net
  )
  INSERT INTO ledger_days (organization_id, day, program_id, asset_id, type, more, less)
  SELECT organization_id, day, program_id, asset_id, type,
         coalesce(sum(net) FILTER (WHERE net > 0), 0), coalesce(sum(net) FILTER (WHERE net < 0), 0)
  FROM changes GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, day, program_id, asset_id, type)
  DO UPDATE SET more = ledger_days.more + EXCLUDED.more, less = ledger_days.less + EXCLUDED.less
$$;

CREATE OR REPLACE FUNCTION add_to_expiry_days(entries uuid[]) RETURNS void LANGUAGE sql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
  INSERT INTO expiry_days (organization_id, program_id, asset_id, day, amount)
  SELECT l.organization_id, l.program_id, l.asset_id, (l.expires_at AT TIME ZONE 'UTC')::date, sum(m.amount)
  FROM unnest(entries) AS sealed (id) JOIN lot_postings m ON m.entry_id = sealed.id JOIN lots l ON l.id = m.lot_id
  WHERE l.expires_at IS NOT NULL GROUP BY 1, 2, 3, 4
  ON CONFLICT (organization_id, program_id, asset_id, day) DO UPDATE SET amount = expiry_days.amount + EXCLUDED.amount
$$;

CREATE OR REPLACE FUNCTION add_to_hours(entries uuid[]) RETURNS void LANGUAGE sql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
  WITH entered AS MATERIALIZED (
    SELECT e.id, e.organization_id, date_trunc('hour', e.created_at, 'UTC') AS hour, e.program_id, e.type, e.rule_id
    FROM unnest(entries) AS sealed (id) JOIN journal_entries e ON e.id = sealed.id
  ), lines AS MATERIALIZED (
    SELECT e.*, p.asset_id, p.account_type, p.amount FROM entered e JOIN postings p ON p.entry_id = e.id
  ), changes AS MATERIALIZED (
    SELECT organization_id, hour, program_id, type, rule_id, asset_id, sum(amount) AS net
    FROM lines WHERE account_type IN ('PARTICIPANT', 'GROUP') GROUP BY id, 1, 2, 3, 4, 5, 6 HAVING sum(amount) <> 0
  ), counted AS (
    INSERT INTO entry_hours (organization_id, hour, program_id, entries)
    SELECT organization_id, hour, program_id, count(*) FROM entered GROUP BY 1, 2, 3
    ON CONFLICT (organization_id, hour, program_id) DO UPDATE SET entries = entry_hours.entries + EXCLUDED.entries
  ), by_account AS (
    INSERT INTO account_hours (organization_id, hour, program_id, asset_id, account_type, amount)
    SELECT organization_id, hour, program_id, asset_id, account_type, sum(amount) FROM lines GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (organization_id, hour, program_id, asset_id, account_type) DO UPDATE SET amount = account_hours.amount + EXCLUDED.amount
  ), by_rule AS (
    INSERT INTO rule_hours (organization_id, hour, program_id, rule_id, asset_id, type, net)
    SELECT organization_id, hour, program_id, rule_id, asset_id, type, sum(net) FROM changes WHERE rule_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (organization_id, hour, program_id, rule_id, asset_id, type) DO UPDATE SET net = rule_hours.net + EXCLUDED.net
  )
  INSERT INTO ledger_hours (organization_id, hour, program_id, asset_id, type, more, less)
  SELECT organization_id, hour, program_id, asset_id, type,
         coalesce(sum(net) FILTER (WHERE net > 0), 0), coalesce(sum(net) FILTER (WHERE net < 0), 0)
  FROM changes GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, hour, program_id, asset_id, type)
  DO UPDATE SET more = ledger_hours.more + EXCLUDED.more, less = ledger_hours.less + EXCLUDED.less
$$;

CREATE OR REPLACE FUNCTION count_sealed_entries() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  late uuid[];
BEGIN
  PERFORM add_to_days(sealed.entries), add_to_expiry_days(sealed.entries)
  FROM (SELECT array_agg(entry_id) AS entries FROM new_seals) AS sealed;

  WITH progress AS MATERIALIZED (
    SELECT p.organization_id, p.counted_from, p.counted_until FROM hour_progress p
    WHERE p.organization_id IN (SELECT organization_id FROM new_seals) FOR SHARE
  )
  SELECT array_agg(e.id) INTO late
  FROM progress p JOIN new_seals s ON s.organization_id = p.organization_id JOIN journal_entries e ON e.id = s.entry_id
  WHERE e.created_at >= p.counted_from AND e.created_at < p.counted_until;
  IF late IS NOT NULL THEN
    PERFORM add_to_hours(late);
  END IF;
  RETURN NULL;
END $$;

DROP FUNCTION add_to_account_days(uuid[]);
