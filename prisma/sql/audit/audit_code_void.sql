CREATE OR REPLACE FUNCTION audit_code_void() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_audit(NEW.organization_id, NEW.program_id, 'VOID', 'CODE_BATCH', NEW.batch_id, NEW.code,
    json_build_object('code', NEW.code, 'status', OLD.status), json_build_object('code', NEW.code, 'status', NEW.status));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER UPDATE ON codes FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION audit_code_void();
