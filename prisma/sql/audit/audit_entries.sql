-- What many requests post together is written down faster: who is behind each entry is found by its id without going through all of
-- them, everybody is named once however many requests they sent, and the postings of an entry are read once. Its JSON is put together as
-- text: built from values, it would be read and written again for every entry.
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
    SELECT e.*, actor ->> 'type' AS kind, actor ->> 'id' AS actor_id, actor ->> 'name' AS own_name, actor
    FROM new_entries e CROSS JOIN LATERAL (SELECT coalesce(by_entry -> e.id::text, whole) AS actor OFFSET 0) AS a
    WHERE e.event_id IS NULL AND e.type NOT IN ('REDEEM', 'CAPTURE', 'REVERSE', 'MATURE', 'EXPIRE')
      AND (e.reference_id IS NULL OR NOT starts_with(e.reference_id, 'service:'))
  ), actors AS MATERIALIZED (
    SELECT organization_id, kind, actor_id, own_name, audit_actor_name(organization_id, kind, actor_id, own_name) AS name,
      instant + (SELECT clock_offset_ms FROM organizations WHERE id = organization_id) * interval '1 millisecond' AS organization_time
    FROM (SELECT DISTINCT organization_id, kind, actor_id, own_name FROM audited) AS behind
  )
  SELECT e.organization_id, audit_id(instant), e.program_id, e.kind, e.actor_id, actors.name, e.actor ->> 'on_behalf_of', e.type,
    coalesce(e.account_types[lines.holder], 'PROGRAM'), coalesce(e.accounts[lines.holder], e.program_id), CASE e.account_types[lines.holder]
      WHEN 'PARTICIPANT' THEN (SELECT m.external_id FROM participants m WHERE m.organization_id = e.organization_id AND m.id = e.accounts[lines.holder])
      WHEN 'GROUP' THEN (SELECT g.name FROM groups g WHERE g.organization_id = e.organization_id AND g.id = e.accounts[lines.holder])
      ELSE (SELECT p.name FROM programs p WHERE p.organization_id = e.organization_id AND p.id = e.program_id) END, NULL,
    (concat('{"journal_entry_id":"', e.id, '"', ',"description":' || to_json(e.description)::text, ',"reference_id":' || to_json(e.reference_id)::text,
      ',"postings":[', lines.postings, ']}'))::json,
    e.actor ->> 'operation', e.actor ->> 'request_id', e.actor ->> 'ip', actors.organization_time
  FROM audited e
  JOIN actors ON actors.organization_id = e.organization_id AND actors.kind = e.kind AND actors.actor_id IS NOT DISTINCT FROM e.actor_id
    AND actors.own_name IS NOT DISTINCT FROM e.own_name
  CROSS JOIN LATERAL (
    SELECT (array_agg(p.line ORDER BY p.amount, p.line) FILTER (WHERE p.account_type IN ('PARTICIPANT', 'GROUP')))[1] AS holder,
      string_agg(concat('{"account_type":"', p.account_type, '","account_id":"', p.account_id, '"', ',"bucket":"' || p.bucket || '"', ',"asset_id":"', p.asset_id,
        '","amount":"', trim_scale(p.amount), '"}'), ',' ORDER BY p.line) AS postings
    FROM (
      SELECT unnest(e.account_types) AS account_type, unnest(e.accounts) AS account_id, unnest(e.assets) AS asset_id, unnest(e.buckets) AS bucket,
        unnest(e.amounts) AS amount, generate_subscripts(e.accounts, 1) AS line) p
  ) lines
  ORDER BY e.sequence;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entries();
