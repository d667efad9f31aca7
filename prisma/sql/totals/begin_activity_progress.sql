CREATE OR REPLACE FUNCTION begin_activity_progress() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_progress (organization_id, due_at) VALUES (NEW.id, NEW.created_at + interval '1 day');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER organizations_activity AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION begin_activity_progress();
