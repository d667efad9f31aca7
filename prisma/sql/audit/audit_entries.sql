-- What many requests post together is written down faster: who is behind each entry is found by its id without going through all of
-- them, each of them is named once, and the postings of an entry are read once.
CREATE OR REPLACE FUNCTION audit_entries() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  whole jsonb := audit_actor();
  by_entry jsonb := nullif(current_setting('rewards.actors_of_entries', true), '')::jsonb;
  instant timestamptz := clock_timestamp();
BEGIN
  IF whole IS NULL AND by_entry IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO audit_log (organization_id, id, program_id, actor_type, actor_id, actor_name, on_behalf_of, action, resource_type, resource_id,
    resource_name, before, after, operation, request_id, ip, organization_time)
  WITH audited AS MATERIALIZED (
    SELECT e.sequence, e.id, e.organization_id, e.program_id, e.type, e.description, e.reference_id, coalesce(by_entry -> e.id::text, whole) AS actor
    FROM new_entries e
    WHERE e.event_id IS NULL AND e.type NOT IN ('REDEEM', 'CAPTURE', 'REVERSE', 'MATURE', 'EXPIRE')
      AND (e.reference_id IS NULL OR NOT starts_with(e.reference_id, 'service:'))
  ), actors AS MATERIALIZED (
    SELECT organization_id, type, id, own_name, audit_actor_name(organization_id, type, id, own_name) AS name
    FROM (SELECT DISTINCT organization_id, actor ->> 'type' AS type, actor ->> 'id' AS id, actor ->> 'name' AS own_name FROM audited) AS named
  )
  SELECT e.organization_id, audit_id(instant), e.program_id, actor ->> 'type', actor ->> 'id', actors.name, actor ->> 'on_behalf_of', e.type,
    coalesce(lines.account_type, 'PROGRAM'), coalesce(lines.account_id, e.program_id),
    coalesce(m.external_id, g.name, (SELECT p.name FROM programs p WHERE p.organization_id = e.organization_id AND p.id = e.program_id)), NULL,
    json_strip_nulls(json_build_object('journal_entry_id', e.id, 'description', e.description, 'reference_id', e.reference_id, 'postings', lines.postings)),
    actor ->> 'operation', actor ->> 'request_id', actor ->> 'ip', instant + o.clock_offset_ms * interval '1 millisecond'
  FROM audited e
  JOIN actors ON actors.organization_id = e.organization_id AND actors.type = actor ->> 'type' AND (actors.id, actors.own_name) IS NOT DISTINCT FROM (actor ->> 'id', actor ->> 'name')
  JOIN organizations o ON o.id = e.organization_id
  CROSS JOIN LATERAL (
    SELECT (array_agg(p.account_type ORDER BY p.amount, p.line) FILTER (WHERE p.account_type IN ('PARTICIPANT', 'GROUP')))[1] AS account_type,
      (array_agg(p.account_id ORDER BY p.amount, p.line) FILTER (WHERE p.account_type IN ('PARTICIPANT', 'GROUP')))[1] AS account_id,
      json_agg(json_build_object('account_type', p.account_type, 'account_id', p.account_id, 'bucket', p.bucket,
        'asset_id', p.asset_id, 'amount', trim_scale(p.amount)::text) ORDER BY p.line) AS postings
    FROM postings p WHERE p.organization_id = e.organization_id AND p.entry_id = e.id
  ) lines
  LEFT JOIN participants m ON m.organization_id = e.organization_id AND m.id = lines.account_id LEFT JOIN groups g ON g.organization_id = e.organization_id AND g.id = lines.account_id
  ORDER BY e.sequence;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entries();
