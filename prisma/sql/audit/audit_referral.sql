CREATE OR REPLACE FUNCTION audit_referral() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_audit(NEW.organization_id, NEW.program_id, 'CANCEL', 'REFERRAL', NEW.id, NULL,
    json_build_object('status', OLD.status), json_build_object('status', NEW.status, 'participant_id', NEW.referred_id, 'reason', NEW.reason));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER UPDATE ON referrals FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status = 'CANCELLED')
  EXECUTE FUNCTION audit_referral();
