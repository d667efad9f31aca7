CREATE OR REPLACE FUNCTION audit_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, NEW.program_id, CASE WHEN NEW.status = 'CANCELLED' THEN 'CANCEL' ELSE 'CREATE' END, 'IMPORT', NEW.id,
      NEW.file_name, NULL, json_build_object('rows', NEW.row_count, 'on_error', NEW.on_error));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER UPDATE OF status ON imports FOR EACH ROW
  WHEN (NOT NEW.dry_run AND OLD.status <> NEW.status AND (OLD.status = 'RECEIVING' OR NEW.status = 'CANCELLED')) EXECUTE FUNCTION audit_import();
