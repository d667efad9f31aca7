CREATE OR REPLACE FUNCTION refuse_filled_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 AND (to_jsonb(NEW) ->> TG_ARGV[0])::numeric <> 0 THEN
    RAISE EXCEPTION '% follow the postings: a new row begins empty', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER lots_begin_empty BEFORE INSERT ON lots FOR EACH ROW EXECUTE FUNCTION refuse_filled_row('remaining');

CREATE OR REPLACE TRIGGER holds_begin_empty BEFORE INSERT ON holds FOR EACH ROW EXECUTE FUNCTION refuse_filled_row('amount');

CREATE OR REPLACE TRIGGER rewards_begin_unredeemed BEFORE INSERT ON rewards FOR EACH ROW EXECUTE FUNCTION refuse_filled_row('redeemed_count');
