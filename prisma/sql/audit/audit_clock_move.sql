-- A clock moves in many steps, from each due time to the next: told once, as the whole move that was asked for.
CREATE OR REPLACE FUNCTION audit_clock_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_audit(NEW.organization_id, NULL, 'ADVANCE_CLOCK', 'ORGANIZATION', NEW.organization_id,
    (SELECT name FROM organizations WHERE id = NEW.organization_id),
    json_build_object('now', to_json(NEW.moved_from)), json_build_object('now', to_json(NEW.moved_to)));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER INSERT ON clock_moves FOR EACH ROW EXECUTE FUNCTION audit_clock_move();
