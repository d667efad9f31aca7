CREATE OR REPLACE FUNCTION audit_code_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(b.organization_id, b.program_id, CASE WHEN NEW.status = 'CANCELLED' THEN 'CANCEL' ELSE 'UPDATE' END, 'CODE_BATCH', b.id,
      b.name, NULL, json_build_object('import', json_build_object('id', NEW.id, 'file_name', NEW.file_name, 'lines', NEW.lines)))
    FROM code_batches b WHERE b.organization_id = NEW.organization_id AND b.id = NEW.batch_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER UPDATE OF status ON code_imports FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.status IN ('RUNNING', 'CANCELLED')) EXECUTE FUNCTION audit_code_import();
