CREATE OR REPLACE FUNCTION audit_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, NULL, 'CREATE', 'LEDGER_VERIFICATION', NEW.id, NULL, NULL, NULL);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER INSERT ON ledger_verifications FOR EACH ROW EXECUTE FUNCTION audit_verification();
