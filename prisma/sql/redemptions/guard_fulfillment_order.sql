-- What was ordered, its first attempt, its name at the provider and the consent stay; an order ends once.
CREATE OR REPLACE FUNCTION guard_fulfillment_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status <> NEW.status AND (OLD.status, NEW.status) NOT IN
        (('PENDING', 'ORDERED'), ('PENDING', 'DELIVERED'), ('PENDING', 'FAILED'), ('ORDERED', 'DELIVERED'), ('ORDERED', 'FAILED')))
     OR (NEW.redemption_id, NEW.organization_id, NEW.fulfillment_account_id, NEW.product_id, NEW.face_value_minor, NEW.face_currency, NEW.claim_token_hash, NEW.created_at)
        IS DISTINCT FROM (OLD.redemption_id, OLD.organization_id, OLD.fulfillment_account_id, OLD.product_id, OLD.face_value_minor, OLD.face_currency, OLD.claim_token_hash, OLD.created_at)
     OR NEW.begun_at IS DISTINCT FROM coalesce(OLD.begun_at, NEW.begun_at) OR NEW.consented_at IS DISTINCT FROM coalesce(OLD.consented_at, NEW.consented_at)
     OR NEW.provider_order_id IS DISTINCT FROM coalesce(OLD.provider_order_id, NEW.provider_order_id)
     OR NEW.resolved_at IS DISTINCT FROM coalesce(OLD.resolved_at, NEW.resolved_at) OR NEW.attempt_count < OLD.attempt_count THEN
    RAISE EXCEPTION 'the order of redemption % cannot go from % to % like this', OLD.redemption_id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'fulfillment_orders_move_on';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER fulfillment_orders_move_on BEFORE UPDATE ON fulfillment_orders FOR EACH ROW EXECUTE FUNCTION guard_fulfillment_order();
