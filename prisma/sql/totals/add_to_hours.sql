CREATE OR REPLACE FUNCTION add_to_hours(organization uuid, entries uuid[]) RETURNS void LANGUAGE sql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
  WITH entered AS MATERIALIZED (
    SELECT e.id, e.organization_id, date_trunc('hour', e.created_at, 'UTC') AS hour, e.program_id, e.type, e.rule_id
    FROM unnest(entries) AS sealed (id) CROSS JOIN LATERAL (SELECT * FROM journal_entries WHERE organization_id = organization AND id = sealed.id OFFSET 0) e
  ), lines AS MATERIALIZED (
    SELECT line_of_entry.* FROM unnest(entries) AS sealed (id) CROSS JOIN LATERAL (
      SELECT e.id, e.organization_id, date_trunc('hour', e.created_at, 'UTC') AS hour, e.program_id, e.type, e.rule_id, p.asset_id, p.account_type, p.amount
      FROM journal_entries e CROSS JOIN LATERAL postings_of(e) p WHERE e.organization_id = organization AND e.id = sealed.id OFFSET 0
    ) AS line_of_entry
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
