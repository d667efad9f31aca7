-- Batches of events know by the version whether what they remember of a program's referral programs is still true.
CREATE OR REPLACE FUNCTION count_referral_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE programs SET referral_version = referral_version + 1 WHERE organization_id = NEW.organization_id AND id = NEW.program_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER referral_programs_versioned AFTER INSERT OR UPDATE ON referral_programs FOR EACH ROW EXECUTE FUNCTION count_referral_changes();
