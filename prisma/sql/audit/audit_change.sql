-- Arguments: the kind of resource; columns that are the service's bookkeeping; columns whose content is a secret.
CREATE OR REPLACE FUNCTION audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF resource = 'PROGRAM_ASSET' THEN
    SELECT a.symbol INTO name FROM assets a WHERE a.organization_id = (whole ->> 'organization_id')::uuid AND a.id = (whole ->> 'asset_id')::uuid;
  ELSIF resource = 'MEMBER' THEN
    SELECT u.email INTO name FROM users u WHERE u.id = (whole ->> 'user_id')::uuid;
  END IF;
  PERFORM record_audit(
    CASE WHEN resource = 'ORGANIZATION' THEN id ELSE (whole ->> 'organization_id')::uuid END,
    CASE WHEN resource = 'PROGRAM' THEN id ELSE (whole ->> 'program_id')::uuid END,
    action, resource, id, name, before, after);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON organizations FOR EACH ROW
  EXECUTE FUNCTION audit_change('ORGANIZATION', 'clock_offset_ms,clock_leased_until');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION audit_change('API_KEY', 'key_hash');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON members FOR EACH ROW EXECUTE FUNCTION audit_change('MEMBER', '');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON invitations FOR EACH ROW EXECUTE FUNCTION audit_change('INVITATION', '');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON programs FOR EACH ROW EXECUTE FUNCTION audit_change('PROGRAM', 'rule_configuration_version,challenges_version,referral_version');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON assets FOR EACH ROW EXECUTE FUNCTION audit_change('ASSET', '');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON program_assets FOR EACH ROW EXECUTE FUNCTION audit_change('PROGRAM_ASSET', '');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON rule_sets FOR EACH ROW EXECUTE FUNCTION audit_change('RULE_SET', '');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON rules FOR EACH ROW EXECUTE FUNCTION audit_change('RULE', '');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON tiers FOR EACH ROW EXECUTE FUNCTION audit_change('TIER', 'due_at,evaluated_to');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON rewards FOR EACH ROW EXECUTE FUNCTION audit_change('REWARD', 'redeemed_count');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON fulfillment_accounts FOR EACH ROW
  EXECUTE FUNCTION audit_change('FULFILLMENT_ACCOUNT', '', 'secrets');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON reward_sources FOR EACH ROW EXECUTE FUNCTION audit_change('REWARD_SOURCE', '');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON automations FOR EACH ROW EXECUTE FUNCTION audit_change('AUTOMATION', 'next_run_at,last_run_at');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON groups FOR EACH ROW EXECUTE FUNCTION audit_change('GROUP', '');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON webhook_endpoints FOR EACH ROW
  EXECUTE FUNCTION audit_change('WEBHOOK_ENDPOINT', 'previous_secret,rate_limited_until,failing_since,consecutive_failures,disabled_at,pace', 'secret');

-- What only its owner sees is nobody else's business; what the team shares is told of.
CREATE OR REPLACE TRIGGER audited_insert AFTER INSERT ON saved_views FOR EACH ROW WHEN (NEW.shared) EXECUTE FUNCTION audit_change('SAVED_VIEW', '');

CREATE OR REPLACE TRIGGER audited_update AFTER UPDATE ON saved_views FOR EACH ROW WHEN (OLD.shared OR NEW.shared) EXECUTE FUNCTION audit_change('SAVED_VIEW', '');

CREATE OR REPLACE TRIGGER audited_delete AFTER DELETE ON saved_views FOR EACH ROW WHEN (OLD.shared) EXECUTE FUNCTION audit_change('SAVED_VIEW', '');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON mcp_grants FOR EACH ROW EXECUTE FUNCTION audit_change('MCP_GRANT', 'last_used_at,client_id');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON ledger_periods FOR EACH ROW EXECUTE FUNCTION audit_change('LEDGER_PERIOD', 'seal_hash');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON corrections FOR EACH ROW
  EXECUTE FUNCTION audit_change('CORRECTION', 'line_count,posted_count,skipped_count,failed_count');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON code_batches FOR EACH ROW
  EXECUTE FUNCTION audit_change('CODE_BATCH', 'redeemed_count,made');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON notice_settings FOR EACH ROW
  EXECUTE FUNCTION audit_change('NOTICE_SETTING', 'checked_until,check_at,due_at');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON challenges FOR EACH ROW
  EXECUTE FUNCTION audit_change('CHALLENGE', 'terms_version');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON referral_programs FOR EACH ROW EXECUTE FUNCTION audit_change('REFERRAL_PROGRAM', '');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON change_sets FOR EACH ROW EXECUTE FUNCTION audit_change('CHANGE_SET', 'publisher');

CREATE OR REPLACE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON leaderboards FOR EACH ROW
  EXECUTE FUNCTION audit_change('LEADERBOARD', 'scan,scan_after,scanned_to,due_at');
