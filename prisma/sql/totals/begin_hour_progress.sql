CREATE OR REPLACE FUNCTION begin_hour_progress() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO hour_progress (organization_id, due_at) VALUES (NEW.id, NEW.created_at + interval '1 hour');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER organizations_hours AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION begin_hour_progress();
