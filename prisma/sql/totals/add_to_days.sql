CREATE OR REPLACE FUNCTION add_to_days(organization uuid, entries uuid[]) RETURNS void LANGUAGE sql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
  WITH lines AS MATERIALIZED (
    SELECT line_of_entry.* FROM unnest(entries) AS sealed (id) CROSS JOIN LATERAL (
      SELECT e.id, e.organization_id, (e.created_at AT TIME ZONE 'UTC')::date AS day, e.program_id, e.type, e.rule_id,
        p.line, p.asset_id, p.account_type, p.bucket, p.amount
      FROM journal_entries e CROSS JOIN LATERAL postings_of(e) p WHERE e.organization_id = organization AND e.id = sealed.id OFFSET 0
    ) AS line_of_entry
  ), changes AS MATERIALIZED (
    SELECT organization_id, day, program_id, type, rule_id, asset_id, sum(amount) AS net
    FROM lines WHERE account_type IN ('PARTICIPANT', 'GROUP') GROUP BY id, 1, 2, 3, 4, 5, 6 HAVING sum(amount) <> 0
  ), counted AS (
    INSERT INTO entry_days (organization_id, day, program_id, entries)
    SELECT organization_id, day, program_id, count(*) FROM lines WHERE line = 0 GROUP BY 1, 2, 3
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
