CREATE OR REPLACE FUNCTION audit_budget_reset() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  rule record;
BEGIN
  IF audit_actor() IS NOT NULL THEN
    SELECT r.program_id, r.name INTO rule FROM rules r WHERE r.organization_id = NEW.organization_id AND r.id = NEW.rule_id;
    PERFORM record_audit(NEW.organization_id, rule.program_id, 'RESET_BUDGET', 'RULE', NEW.rule_id, rule.name,
      json_build_object('asset_id', NEW.asset_id, 'consumed', trim_scale(OLD.consumed)::text), json_build_object('asset_id', NEW.asset_id, 'consumed', '0'));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER UPDATE ON budget_usage FOR EACH ROW
  WHEN (NEW.consumed = 0 AND OLD.consumed > 0 AND NEW.scope = 'PROGRAM') EXECUTE FUNCTION audit_budget_reset();
