-- Rewards are taken and returned with their redemptions; whoever takes more than one participant may have is refused.
CREATE OR REPLACE FUNCTION count_redeemed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken bigint := NEW.units - CASE WHEN TG_OP = 'UPDATE' THEN OLD.units ELSE 0 END;
  bound bigint;
BEGIN
  IF NEW.reward_id IS NULL OR taken = 0 THEN
    RETURN NULL;
  END IF;
  UPDATE rewards SET redeemed_count = redeemed_count + taken
  WHERE organization_id = NEW.organization_id AND id = NEW.reward_id RETURNING max_per_participant INTO bound;
  IF taken > 0 AND (SELECT sum(r.units) FROM redemptions r
    WHERE r.organization_id = NEW.organization_id AND r.reward_id = NEW.reward_id AND r.participant_id = NEW.participant_id) > bound THEN
    RAISE EXCEPTION 'reward % is bounded for one participant', NEW.reward_id USING ERRCODE = 'check_violation', CONSTRAINT = 'rewards_within_max_per_participant';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER redemptions_counted AFTER INSERT OR UPDATE ON redemptions FOR EACH ROW EXECUTE FUNCTION count_redeemed();
