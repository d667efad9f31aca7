-- Who changed what: a row for each change of configuration and each manual operation on value, written by
-- the database in the transaction of the change itself, so that neither can be there without the other.

CREATE TABLE audit_log (
  id                uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  sequence          bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  organization_id   uuid NOT NULL REFERENCES organizations,
  program_id        uuid,
  actor_type        text NOT NULL CHECK (actor_type IN ('API_KEY', 'USER', 'TOKEN', 'ADMIN_KEY', 'SYSTEM')),
  actor_id          text,
  -- The key's name, the person's address or the token's, as it was then.
  actor_name        text,
  on_behalf_of      text,
  action            text NOT NULL CHECK (action ~ '^[A-Z_]+$'),
  resource_type     text NOT NULL CHECK (resource_type ~ '^[A-Z_]+$'),
  resource_id       uuid NOT NULL,
  resource_name     text,
  -- Only what differs. NULL before: it did not exist. NULL after: it does not exist any more.
  before            json,
  after             json,
  -- The procedure that was called.
  operation         text,
  request_id        text,
  ip                text,
  organization_time timestamptz(3) NOT NULL,
  created_at        timestamptz(3) NOT NULL
);
CREATE INDEX audit_log_created_idx ON audit_log (organization_id, created_at, sequence);
CREATE INDEX audit_log_resource_idx ON audit_log (organization_id, resource_id, created_at, sequence);
CREATE INDEX audit_log_type_idx ON audit_log (organization_id, resource_type, created_at, sequence);
CREATE INDEX audit_log_actor_idx ON audit_log (organization_id, actor_id, created_at, sequence);
CREATE INDEX audit_log_request_idx ON audit_log (organization_id, request_id) WHERE request_id IS NOT NULL;

CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whoever is behind the present transaction, as the service said when it began it; NULL for the service's own work.
CREATE FUNCTION audit_actor() RETURNS json LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('rewards.actor', true), '')::json
$$;

CREATE FUNCTION record_audit(
  organization uuid, program uuid, action text, resource_type text, resource_id uuid, resource_name text, before json, after json
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  actor json := audit_actor();
  kind text := coalesce(actor ->> 'type', 'SYSTEM');
  instant timestamptz := clock_timestamp();
BEGIN
  INSERT INTO audit_log (organization_id, program_id, actor_type, actor_id, actor_name, on_behalf_of, action, resource_type, resource_id,
    resource_name, before, after, operation, request_id, ip, organization_time, created_at)
  SELECT organization, program, kind, actor ->> 'id',
    CASE kind WHEN 'API_KEY' THEN (SELECT k.name FROM api_keys k WHERE k.id = (actor ->> 'id')::uuid)
              WHEN 'USER' THEN (SELECT u.email FROM users u WHERE u.id = (actor ->> 'id')::uuid)
              ELSE actor ->> 'name' END,
    actor ->> 'on_behalf_of', record_audit.action, record_audit.resource_type, record_audit.resource_id, record_audit.resource_name,
    record_audit.before, record_audit.after, actor ->> 'operation', actor ->> 'request_id', actor ->> 'ip',
    instant + o.clock_offset_ms * interval '1 millisecond', instant
  FROM organizations o WHERE o.id = organization;
END $$;

-- Amounts are kept as text, because a reader may take a JSON number for a float; `numeric(78, 18)` always has a point.
CREATE FUNCTION audit_value(value jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(value) = 'number' AND value::text LIKE '%.%' THEN to_jsonb(trim_scale((value #>> '{}')::numeric)::text) ELSE value END
$$;

-- Arguments: the kind of resource; columns that are the service's bookkeeping; columns whose content is a secret.
CREATE FUNCTION audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  resource text := TG_ARGV[0];
  unwatched text[] := ARRAY['id', 'organization_id', 'created_at', 'updated_at'] || string_to_array(TG_ARGV[1], ',');
  secrets text[] := string_to_array(coalesce(TG_ARGV[2], ''), ',');
  was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  is_now jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  whole jsonb := coalesce(is_now, was);
  id uuid := coalesce(whole ->> 'id', whole ->> 'asset_id')::uuid;
  before json;
  after json;
  name text := coalesce(whole ->> 'name', whole ->> 'email', whole ->> 'url');
  action text := CASE TG_OP WHEN 'INSERT' THEN 'CREATE' WHEN 'DELETE' THEN 'DELETE'
    ELSE CASE WHEN was ->> 'deleted_at' IS NULL AND is_now ->> 'deleted_at' IS NOT NULL THEN 'ARCHIVE'
              WHEN was ->> 'revoked_at' IS NULL AND is_now ->> 'revoked_at' IS NOT NULL THEN 'REVOKE' ELSE 'UPDATE' END END;
BEGIN
  WITH changed AS (
    SELECT key,
      CASE WHEN key = ANY (secrets) AND o.value <> 'null' THEN '"[redacted]"' ELSE audit_value(o.value) END AS was,
      CASE WHEN key = ANY (secrets) AND n.value <> 'null' THEN '"[redacted]"' ELSE audit_value(n.value) END AS is_now
    FROM jsonb_each(coalesce(was, '{}')) o FULL JOIN jsonb_each(coalesce(is_now, '{}')) n USING (key)
    WHERE o.value IS DISTINCT FROM n.value AND NOT key = ANY (unwatched)
  )
  SELECT json_object_agg(c.key, c.was ORDER BY c.key) FILTER (WHERE TG_OP = 'UPDATE' OR c.was <> 'null'),
    json_object_agg(c.key, c.is_now ORDER BY c.key) FILTER (WHERE TG_OP = 'UPDATE' OR c.is_now <> 'null')
  INTO before, after FROM changed c;
  IF TG_OP = 'UPDATE' AND before IS NULL THEN
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'program_assets' THEN
    SELECT a.symbol INTO name FROM assets a WHERE a.id = (whole ->> 'asset_id')::uuid;
  ELSIF TG_TABLE_NAME = 'members' THEN
    SELECT u.email INTO name FROM users u WHERE u.id = (whole ->> 'user_id')::uuid;
  END IF;
  PERFORM record_audit(
    CASE WHEN resource = 'ORGANIZATION' THEN id ELSE (whole ->> 'organization_id')::uuid END,
    CASE WHEN resource = 'PROGRAM' THEN id ELSE (whole ->> 'program_id')::uuid END,
    action, resource, id, name, before, after);
  RETURN NULL;
END $$;

CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON organizations FOR EACH ROW
  EXECUTE FUNCTION audit_change('ORGANIZATION', 'clock_offset_ms,clock_leased_until');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION audit_change('API_KEY', 'key_hash,last_used_at');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON members FOR EACH ROW EXECUTE FUNCTION audit_change('MEMBER', '');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON invitations FOR EACH ROW EXECUTE FUNCTION audit_change('INVITATION', '');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON programs FOR EACH ROW EXECUTE FUNCTION audit_change('PROGRAM', 'rule_configuration_version');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON assets FOR EACH ROW EXECUTE FUNCTION audit_change('ASSET', '');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON program_assets FOR EACH ROW EXECUTE FUNCTION audit_change('PROGRAM_ASSET', '');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON rule_sets FOR EACH ROW EXECUTE FUNCTION audit_change('RULE_SET', '');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON rules FOR EACH ROW EXECUTE FUNCTION audit_change('RULE', '');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON tiers FOR EACH ROW EXECUTE FUNCTION audit_change('TIER', 'due_at,judged_to');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON rewards FOR EACH ROW EXECUTE FUNCTION audit_change('REWARD', 'redeemed_count');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON fulfillment_accounts FOR EACH ROW
  EXECUTE FUNCTION audit_change('FULFILLMENT_ACCOUNT', '', 'secrets');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON reward_sources FOR EACH ROW EXECUTE FUNCTION audit_change('REWARD_SOURCE', '');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON automations FOR EACH ROW EXECUTE FUNCTION audit_change('AUTOMATION', 'next_run_at,last_run_at');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON webhook_endpoints FOR EACH ROW
  EXECUTE FUNCTION audit_change('WEBHOOK_ENDPOINT', 'previous_secret,rate_limited_until,failing_since,consecutive_failures,disabled_at', 'secret');
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON groups FOR EACH ROW EXECUTE FUNCTION audit_change('GROUP', '');

-- Manual operations: only what a key or a person is behind. Rules, deadlines and schedules are told of elsewhere, and pass by.

CREATE FUNCTION audit_participant_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, NULL, 'UPDATE', 'PARTICIPANT', NEW.id, NEW.external_id,
      json_build_object('status', OLD.status), json_build_object('status', NEW.status));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER UPDATE ON participants FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION audit_participant_status();

-- What an operation by hand posted. Redemptions and their reservations have rows of their own.
CREATE FUNCTION audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  holder record;
  lines json;
BEGIN
  IF audit_actor() IS NULL THEN
    RETURN NULL;
  END IF;
  SELECT p.account_type, p.account_id, coalesce(e.external_id, g.name) AS name INTO holder
  FROM postings p LEFT JOIN participants e ON e.id = p.account_id LEFT JOIN groups g ON g.id = p.account_id
  WHERE p.entry_id = NEW.id AND p.account_type IN ('PARTICIPANT', 'GROUP') ORDER BY p.amount, p.line LIMIT 1;
  SELECT json_agg(json_build_object('account_type', p.account_type, 'account_id', p.account_id, 'bucket', p.bucket, 'asset_id', p.asset_id,
    'amount', trim_scale(p.amount)::text) ORDER BY p.line) INTO lines FROM postings p WHERE p.entry_id = NEW.id;
  PERFORM record_audit(NEW.organization_id, NEW.program_id, NEW.type, coalesce(holder.account_type, 'PROGRAM'),
    coalesce(holder.account_id, NEW.program_id), coalesce(holder.name, (SELECT name FROM programs WHERE id = NEW.program_id)), NULL,
    json_strip_nulls(json_build_object('journal_entry_id', NEW.id, 'description', NEW.description, 'reference_id', NEW.reference_id, 'postings', lines)));
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER INSERT ON journal_entries FOR EACH ROW
  WHEN (NEW.event_id IS NULL AND NEW.type NOT IN ('REDEEM', 'CAPTURE', 'REVERSE', 'MATURE', 'EXPIRE')
    AND (NEW.reference_id IS NULL OR NOT starts_with(NEW.reference_id, 'service:')))
  EXECUTE FUNCTION audit_entry();

CREATE FUNCTION audit_redemption() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, NEW.program_id,
      CASE NEW.status WHEN 'COMPLETED' THEN 'CAPTURE' WHEN 'CANCELLED' THEN 'CANCEL' ELSE 'FAIL' END, 'REDEMPTION', NEW.id, NULL,
      json_build_object('status', OLD.status),
      json_strip_nulls(json_build_object('status', NEW.status, 'participant_id', NEW.participant_id, 'failure_reason', NEW.failure_reason)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER UPDATE ON redemptions FOR EACH ROW
  WHEN (OLD.status = 'PENDING' AND NEW.status IN ('COMPLETED', 'CANCELLED', 'FAILED')) EXECUTE FUNCTION audit_redemption();

CREATE FUNCTION audit_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, (SELECT program_id FROM redemptions WHERE id = NEW.redemption_id), 'REVERSE', 'REDEMPTION', NEW.redemption_id,
      NULL, NULL, json_strip_nulls(json_build_object('reversal_id', NEW.id, 'amount', trim_scale(NEW.amount)::text, 'quantity', NEW.quantity, 'reason', NEW.reason)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER INSERT ON redemption_reversals FOR EACH ROW EXECUTE FUNCTION audit_reversal();

-- State is named as it is read: `attribute.color`, `tier.status`.
CREATE FUNCTION audit_state() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  name text := lower(NEW.state_type) || '.' || NEW.key;
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, NEW.program_id, 'SET_STATE', NEW.subject_type, NEW.subject_id,
      (SELECT external_id FROM participants WHERE id = NEW.subject_id UNION ALL SELECT g.name FROM groups g WHERE g.id = NEW.subject_id
        UNION ALL SELECT p.name FROM programs p WHERE p.id = NEW.subject_id LIMIT 1),
      CASE WHEN NEW.old_value IS NOT NULL THEN json_build_object(name, NEW.old_value) END,
      CASE WHEN NEW.new_value IS NOT NULL THEN json_build_object(name, NEW.new_value) END);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER INSERT ON state_history FOR EACH ROW WHEN (NEW.source IN ('API', 'DASHBOARD')) EXECUTE FUNCTION audit_state();

CREATE FUNCTION audit_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, NULL,
      CASE NEW.operation WHEN 'ADD' THEN 'ADD_MEMBER' WHEN 'REMOVE' THEN 'REMOVE_MEMBER' ELSE 'CHANGE_MEMBER' END, 'GROUP', NEW.group_id,
      (SELECT g.name FROM groups g WHERE g.id = NEW.group_id), NULL,
      json_strip_nulls(json_build_object('participant_id', NEW.participant_id, 'role', NEW.role,
        'on_behalf_of_participant_id', NEW.on_behalf_of_participant_id)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER INSERT ON group_member_changes FOR EACH ROW EXECUTE FUNCTION audit_membership();

CREATE FUNCTION audit_budget_reset() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rule record;
BEGIN
  IF audit_actor() IS NOT NULL THEN
    SELECT r.program_id, r.name INTO rule FROM rules r WHERE r.id = NEW.rule_id;
    PERFORM record_audit(NEW.organization_id, rule.program_id, 'RESET_BUDGET', 'RULE', NEW.rule_id, rule.name,
      json_build_object('asset_id', NEW.asset_id, 'consumed', trim_scale(OLD.consumed)::text), json_build_object('asset_id', NEW.asset_id, 'consumed', '0'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER UPDATE ON budget_usage FOR EACH ROW
  WHEN (NEW.consumed = 0 AND OLD.consumed > 0 AND NEW.scope = 'PROGRAM') EXECUTE FUNCTION audit_budget_reset();

CREATE FUNCTION audit_manual_run() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  automation record;
BEGIN
  SELECT a.program_id, a.name INTO automation FROM automations a WHERE a.id = NEW.automation_id;
  PERFORM record_audit(NEW.organization_id, automation.program_id, 'RUN', 'AUTOMATION', NEW.automation_id, automation.name, NULL,
    json_build_object('run_id', NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER INSERT ON automation_runs FOR EACH ROW WHEN (NEW.origin = 'MANUAL') EXECUTE FUNCTION audit_manual_run();

CREATE FUNCTION audit_restore() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_audit(NEW.organization_id, NEW.program_id, 'RESTORE_RULES', 'PROGRAM', NEW.program_id, (SELECT name FROM programs WHERE id = NEW.program_id),
    NULL, json_build_object('rule_configuration_version', NEW.version, 'restored_version', NEW.restored_version));
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER INSERT ON rule_configuration_versions FOR EACH ROW WHEN (NEW.restored_version IS NOT NULL) EXECUTE FUNCTION audit_restore();

CREATE FUNCTION audit_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, NULL, 'CREATE', 'LEDGER_VERIFICATION', NEW.id, NULL, NULL, NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER INSERT ON ledger_verifications FOR EACH ROW EXECUTE FUNCTION audit_verification();

-- A clock moves in many steps, from each due time to the next: told once, as the whole move that was asked for.
CREATE FUNCTION audit_clock_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_audit(NEW.organization_id, NULL, 'ADVANCE_CLOCK', 'ORGANIZATION', NEW.organization_id,
    (SELECT name FROM organizations WHERE id = NEW.organization_id),
    json_build_object('now', to_json(NEW.moved_from)), json_build_object('now', to_json(NEW.moved_to)));
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER INSERT ON clock_moves FOR EACH ROW EXECUTE FUNCTION audit_clock_move();
