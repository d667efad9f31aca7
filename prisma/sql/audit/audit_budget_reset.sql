CREATE OR REPLACE FUNCTION audit_budget_reset() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- The rule or, for a budget of a campaign, its rule set.
  limited record;
BEGIN
  IF audit_actor() IS NOT NULL THEN
    IF TG_TABLE_NAME = 'budget_usage' THEN
      SELECT r.id, r.program_id, r.name, 'RULE' AS resource INTO limited FROM rules r WHERE r.organization_id = NEW.organization_id AND r.id = NEW.rule_id;
    ELSE
      SELECT s.id, s.program_id, s.name, 'RULE_SET' AS resource INTO limited
      FROM rule_sets s WHERE s.organization_id = NEW.organization_id AND s.id = NEW.campaign_id;
    END IF;
    PERFORM record_audit(NEW.organization_id, limited.program_id, 'RESET_BUDGET', limited.resource, limited.id, limited.name,
      json_build_object('asset_id', NEW.asset_id, 'consumed', trim_scale(OLD.consumed)::text), json_build_object('asset_id', NEW.asset_id, 'consumed', '0'));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER UPDATE ON budget_usage FOR EACH ROW
  WHEN (NEW.consumed = 0 AND OLD.consumed > 0 AND NEW.scope = 'PROGRAM') EXECUTE FUNCTION audit_budget_reset();

CREATE OR REPLACE TRIGGER audited AFTER UPDATE ON campaign_budget_usage FOR EACH ROW
  WHEN (NEW.consumed = 0 AND OLD.consumed > 0 AND NEW.scope = 'PROGRAM') EXECUTE FUNCTION audit_budget_reset();
