-- A redemption ends once and keeps what it was for.
CREATE OR REPLACE FUNCTION guard_redemption() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (
       ('PENDING', 'PENDING'), ('PENDING', 'COMPLETED'), ('PENDING', 'FAILED'), ('PENDING', 'CANCELLED'), ('COMPLETED', 'PARTIALLY_REVERSED'), ('COMPLETED', 'FULLY_REVERSED'),
       ('PARTIALLY_REVERSED', 'PARTIALLY_REVERSED'), ('PARTIALLY_REVERSED', 'FULLY_REVERSED'))
     OR NEW.reversed_amount < OLD.reversed_amount OR NEW.reversed_quantity < OLD.reversed_quantity
     OR (OLD.resolved_at IS NOT NULL AND (NEW.resolved_at, NEW.capture_journal_entry_id, NEW.captured_at) IS DISTINCT FROM (OLD.resolved_at, OLD.capture_journal_entry_id, OLD.captured_at))
     OR (NEW.id, NEW.organization_id, NEW.program_id, NEW.participant_id, NEW.asset_id, NEW.amount, NEW.target, NEW.journal_entry_id, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.organization_id, OLD.program_id, OLD.participant_id, OLD.asset_id, OLD.amount, OLD.target, OLD.journal_entry_id, OLD.created_at)
     OR (NEW.reward_id, NEW.quantity, NEW.unit_cost, NEW.reservation_id, NEW.decision_id)
        IS DISTINCT FROM (OLD.reward_id, OLD.quantity, OLD.unit_cost, OLD.reservation_id, OLD.decision_id)
     OR (NEW.expires_at IS DISTINCT FROM OLD.expires_at AND (OLD.decision_id IS NULL OR OLD.status <> 'PENDING')) THEN
    RAISE EXCEPTION 'redemption % cannot go from % to % like this', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'redemptions_move_on';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER redemptions_move_on BEFORE UPDATE ON redemptions FOR EACH ROW EXECUTE FUNCTION guard_redemption();
