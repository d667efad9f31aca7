-- A referral stays of the two whom it binds, qualifies once, and ends with its cancellation.
CREATE OR REPLACE FUNCTION guard_referral() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (OLD.status || '>' || NEW.status = ANY (ARRAY['PENDING>QUALIFIED', 'PENDING>EXPIRED', 'PENDING>CANCELLED', 'EXPIRED>QUALIFIED', 'QUALIFIED>CANCELLED']))
     OR (NEW.id, NEW.organization_id, NEW.program_id, NEW.referral_program_id, NEW.referrer_id, NEW.referred_id, NEW.code, NEW.bound_at, NEW.bound_event_id,
         NEW.expires_at, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.organization_id, OLD.program_id, OLD.referral_program_id, OLD.referrer_id, OLD.referred_id, OLD.code, OLD.bound_at,
         OLD.bound_event_id, OLD.expires_at, OLD.created_at)
     OR (OLD.status = 'QUALIFIED' AND (NEW.qualified_at, NEW.qualifying_event_id, NEW.rewarded, NEW.count, NEW.step)
        IS DISTINCT FROM (OLD.qualified_at, OLD.qualifying_event_id, OLD.rewarded, OLD.count, OLD.step)) THEN
    RAISE EXCEPTION 'referral % cannot go from % to % like this', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'referrals_move_on';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER referrals_move_on BEFORE UPDATE ON referrals FOR EACH ROW EXECUTE FUNCTION guard_referral();
