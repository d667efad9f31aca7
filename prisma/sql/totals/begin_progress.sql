-- A new organization is counted from the day and the hour after which it was made. By a function of the organization, so that what is kept of
-- it is written where that is.
CREATE OR REPLACE FUNCTION begin_progress(organization uuid, made_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_progress (organization_id, due_at) VALUES (organization, made_at + interval '1 day');
  INSERT INTO hour_progress (organization_id, due_at) VALUES (organization, made_at + interval '1 hour');
END $$;

CREATE OR REPLACE FUNCTION begin_progress_of_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM begin_progress(NEW.id, NEW.created_at);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER organizations_progress AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION begin_progress_of_organization();
