-- Entries are audited by the statement and no longer one by one: a transaction posts those of many requests,
-- each in its own caller's name.

-- In a language whose plans are kept from one statement to the next: it is asked for every row.
CREATE FUNCTION audit_actor_name(kind text, actor_id text, own_name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE kind WHEN 'API_KEY' THEN (SELECT k.name FROM api_keys k WHERE k.id = actor_id::uuid)
                   WHEN 'USER' THEN (SELECT u.email FROM users u WHERE u.id = actor_id::uuid)
                   ELSE own_name END;
END $$;

CREATE OR REPLACE FUNCTION record_audit(
  organization uuid, program uuid, action text, resource_type text, resource_id uuid, resource_name text, before json, after json
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  actor json := audit_actor();
  instant timestamptz := clock_timestamp();
BEGIN
  INSERT INTO audit_log (organization_id, program_id, actor_type, actor_id, actor_name, on_behalf_of, action, resource_type, resource_id,
    resource_name, before, after, operation, request_id, ip, organization_time, created_at)
  SELECT organization, program, coalesce(actor ->> 'type', 'SYSTEM'), actor ->> 'id', audit_actor_name(actor ->> 'type', actor ->> 'id', actor ->> 'name'),
    actor ->> 'on_behalf_of', record_audit.action, record_audit.resource_type, record_audit.resource_id, record_audit.resource_name,
    record_audit.before, record_audit.after, actor ->> 'operation', actor ->> 'request_id', actor ->> 'ip',
    instant + o.clock_offset_ms * interval '1 millisecond', instant
  FROM organizations o WHERE o.id = organization;
END $$;

-- What operations by hand posted. Redemptions and their reservations have rows of their own. Whoever is behind the transaction is
-- behind each of its entries, unless `rewards.actors_of_entries` tells of each entry, by its id, who is.
CREATE FUNCTION audit_entries() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  whole json := audit_actor();
  by_entry json := nullif(current_setting('rewards.actors_of_entries', true), '')::json;
  instant timestamptz := clock_timestamp();
BEGIN
  IF whole IS NULL AND by_entry IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO audit_log (organization_id, program_id, actor_type, actor_id, actor_name, on_behalf_of, action, resource_type, resource_id,
    resource_name, before, after, operation, request_id, ip, organization_time, created_at)
  SELECT e.organization_id, e.program_id, actor.type, actor.id, audit_actor_name(actor.type, actor.id, actor.name), actor.on_behalf_of, e.type,
    coalesce(holder.account_type, 'PROGRAM'), coalesce(holder.account_id, e.program_id),
    coalesce(holder.name, (SELECT p.name FROM programs p WHERE p.id = e.program_id)), NULL,
    json_strip_nulls(json_build_object('journal_entry_id', e.id, 'description', e.description, 'reference_id', e.reference_id,
      'postings', (SELECT json_agg(json_build_object('account_type', p.account_type, 'account_id', p.account_id, 'bucket', p.bucket,
        'asset_id', p.asset_id, 'amount', trim_scale(p.amount)::text) ORDER BY p.line) FROM postings p WHERE p.entry_id = e.id))),
    actor.operation, actor.request_id, actor.ip, instant + o.clock_offset_ms * interval '1 millisecond', instant
  FROM new_entries e
  LEFT JOIN json_each(by_entry) own ON own.key = e.id::text
  CROSS JOIN LATERAL json_to_record(coalesce(own.value, whole))
    AS actor (type text, id text, name text, on_behalf_of text, operation text, request_id text, ip text)
  JOIN organizations o ON o.id = e.organization_id
  LEFT JOIN LATERAL (
    SELECT p.account_type, p.account_id, coalesce(m.external_id, g.name) AS name
    FROM postings p LEFT JOIN participants m ON m.id = p.account_id LEFT JOIN groups g ON g.id = p.account_id
    WHERE p.entry_id = e.id AND p.account_type IN ('PARTICIPANT', 'GROUP') ORDER BY p.amount, p.line LIMIT 1
  ) holder ON true
  WHERE actor.type IS NOT NULL AND e.event_id IS NULL AND e.type NOT IN ('REDEEM', 'CAPTURE', 'REVERSE', 'MATURE', 'EXPIRE')
    AND (e.reference_id IS NULL OR NOT starts_with(e.reference_id, 'service:'))
  ORDER BY e.sequence;
  RETURN NULL;
END $$;

DROP TRIGGER audited ON journal_entries;
CREATE TRIGGER audited AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entries();
DROP FUNCTION audit_entry();
