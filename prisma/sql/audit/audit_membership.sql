CREATE OR REPLACE FUNCTION audit_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, NULL,
      CASE NEW.operation WHEN 'ADD' THEN 'ADD_MEMBER' WHEN 'REMOVE' THEN 'REMOVE_MEMBER' ELSE 'CHANGE_MEMBER' END, 'GROUP', NEW.group_id,
      (SELECT g.name FROM groups g WHERE g.organization_id = NEW.organization_id AND g.id = NEW.group_id), NULL,
      json_strip_nulls(json_build_object('participant_id', NEW.participant_id, 'role', NEW.role,
        'on_behalf_of_participant_id', NEW.on_behalf_of_participant_id)));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER INSERT ON group_member_changes FOR EACH ROW EXECUTE FUNCTION audit_membership();
