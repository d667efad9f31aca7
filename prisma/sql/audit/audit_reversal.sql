CREATE OR REPLACE FUNCTION audit_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, (SELECT program_id FROM redemptions WHERE organization_id = NEW.organization_id AND id = NEW.redemption_id), 'REVERSE', 'REDEMPTION', NEW.redemption_id,
      NULL, NULL, json_strip_nulls(json_build_object('reversal_id', NEW.id, 'amount', trim_scale(NEW.amount)::text, 'quantity', NEW.quantity, 'reason', NEW.reason)));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER INSERT ON redemption_reversals FOR EACH ROW EXECUTE FUNCTION audit_reversal();
