-- An order is open or failed no longer than its redemption says: what is committed together fits together. Argument: the column that names
-- the redemption.
CREATE OR REPLACE FUNCTION fit_order_and_redemption() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  redemption redemptions.status%TYPE;
  ordered    fulfillment_orders.status%TYPE;
BEGIN
  SELECT r.status, o.status INTO redemption, ordered
  FROM fulfillment_orders o JOIN redemptions r ON r.organization_id = o.organization_id AND r.id = o.redemption_id
  WHERE o.organization_id = NEW.organization_id AND o.redemption_id = (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
  IF FOUND AND NOT (CASE redemption
      WHEN 'PENDING' THEN ordered <> 'FAILED'
      WHEN 'COMPLETED' THEN ordered = 'DELIVERED'
      WHEN 'PARTIALLY_REVERSED' THEN ordered = 'DELIVERED'
      WHEN 'FULLY_REVERSED' THEN ordered = 'DELIVERED'
      ELSE ordered IN ('DELIVERED', 'FAILED') END) THEN
    RAISE EXCEPTION 'a redemption that is % has an order that is %', redemption, ordered USING ERRCODE = 'check_violation', CONSTRAINT = 'fulfillment_orders_fit';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS fulfillment_orders_fit ON fulfillment_orders;
CREATE CONSTRAINT TRIGGER fulfillment_orders_fit AFTER INSERT OR UPDATE ON fulfillment_orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION fit_order_and_redemption('redemption_id');

DROP TRIGGER IF EXISTS redemptions_fit_order ON redemptions;
CREATE CONSTRAINT TRIGGER redemptions_fit_order AFTER UPDATE ON redemptions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.reward_id IS NOT NULL) EXECUTE FUNCTION fit_order_and_redemption('id');
