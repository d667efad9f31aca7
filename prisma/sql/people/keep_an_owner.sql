-- However many leave at once, somebody stays who owns the organization: they come here one after another.
CREATE OR REPLACE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.role = 'OWNER' AND NEW.organization_id = OLD.organization_id THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('owners of ' || OLD.organization_id, 0));
  IF EXISTS (SELECT 1 FROM organizations o WHERE o.id = OLD.organization_id)
    AND NOT EXISTS (SELECT 1 FROM members m WHERE m.organization_id = OLD.organization_id AND m.role = 'OWNER') THEN
    RAISE EXCEPTION 'an organization keeps an owner' USING ERRCODE = 'check_violation', CONSTRAINT = 'members_keep_an_owner', DETAIL = 'constraint "members_keep_an_owner"';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER keep_an_owner AFTER UPDATE OR DELETE ON members FOR EACH ROW WHEN (OLD.role = 'OWNER') EXECUTE FUNCTION keep_an_owner();
