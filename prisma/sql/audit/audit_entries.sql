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
    SELECT e.*, coalesce(by_entry -> e.id::text, whole) AS actor
    FROM new_entries e
    WHERE e.event_id IS NULL AND e.type NOT IN ('REDEEM', 'CAPTURE', 'REVERSE', 'MATURE', 'EXPIRE')
      AND (e.reference_id IS NULL OR NOT starts_with(e.reference_id, 'service:'))
  ), actors AS MATERIALIZED (
    SELECT organization_id, actor, audit_actor_name(organization_id, actor ->> 'type', actor ->> 'id', actor ->> 'name') AS name
    FROM (SELECT DISTINCT organization_id, actor FROM audited) AS named
  )
  SELECT e.organization_id, audit_id(instant), e.program_id, e.actor ->> 'type', e.actor ->> 'id', actors.name, e.actor ->> 'on_behalf_of', e.type,
    coalesce(lines.account_type, 'PROGRAM'), coalesce(lines.account_id, e.program_id), CASE lines.account_type
      WHEN 'PARTICIPANT' THEN (SELECT m.external_id FROM participants m WHERE m.organization_id = e.organization_id AND m.id = lines.account_id)
      WHEN 'GROUP' THEN (SELECT g.name FROM groups g WHERE g.organization_id = e.organization_id AND g.id = lines.account_id)
      ELSE (SELECT p.name FROM programs p WHERE p.organization_id = e.organization_id AND p.id = e.program_id) END, NULL,
    json_strip_nulls(json_build_object('journal_entry_id', e.id, 'description', e.description, 'reference_id', e.reference_id, 'postings', lines.postings)),
    e.actor ->> 'operation', e.actor ->> 'request_id', e.actor ->> 'ip', instant + o.clock_offset_ms * interval '1 millisecond'
  FROM audited e
  JOIN actors ON actors.organization_id = e.organization_id AND actors.actor = e.actor
  CROSS JOIN LATERAL (SELECT clock_offset_ms FROM organizations WHERE id = e.organization_id OFFSET 0) AS o
  CROSS JOIN LATERAL (
    SELECT (array_agg(p.account_type ORDER BY p.amount, p.line) FILTER (WHERE p.account_type IN ('PARTICIPANT', 'GROUP')))[1] AS account_type,
      (array_agg(p.account_id ORDER BY p.amount, p.line) FILTER (WHERE p.account_type IN ('PARTICIPANT', 'GROUP')))[1] AS account_id,
      json_agg(json_build_object('account_type', p.account_type, 'account_id', p.account_id, 'bucket', p.bucket,
        'asset_id', p.asset_id, 'amount', trim_scale(p.amount)::text) ORDER BY p.line) AS postings
    FROM (
      SELECT unnest(e.account_types) AS account_type, unnest(e.accounts) AS account_id, unnest(e.assets) AS asset_id, unnest(e.buckets) AS bucket,
        unnest(e.amounts) AS amount, generate_subscripts(e.accounts, 1) AS line) p
  ) lines
  ORDER BY e.sequence;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entries();
