CREATE OR REPLACE FUNCTION refuse_opening_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 AND (NEW.available <> 0 OR NEW.held <> 0 OR NEW.deferred <> 0) THEN
    RAISE EXCEPTION 'balances follow the postings: a new row begins at zero' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER balances_begin_at_zero BEFORE INSERT ON balances FOR EACH ROW EXECUTE FUNCTION refuse_opening_balance();
