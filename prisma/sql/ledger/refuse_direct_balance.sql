-- Balances change through postings alone.
CREATE OR REPLACE FUNCTION refuse_direct_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION '% follow the postings: direct % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER balances_follow_postings BEFORE UPDATE OF available, held, deferred, account_id, account_type, program_id, asset_id, organization_id OR DELETE ON balances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();

CREATE OR REPLACE TRIGGER balances_follow_postings_whole BEFORE TRUNCATE ON balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();

-- As for balances: what follows the postings is not written by hand.
CREATE OR REPLACE TRIGGER lots_follow_postings BEFORE UPDATE OR DELETE ON lots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();

CREATE OR REPLACE TRIGGER lots_follow_postings_whole BEFORE TRUNCATE ON lots FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();

CREATE OR REPLACE TRIGGER holds_follow_postings BEFORE UPDATE OR DELETE ON holds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();

CREATE OR REPLACE TRIGGER holds_follow_postings_whole BEFORE TRUNCATE ON holds FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();

CREATE OR REPLACE TRIGGER rewards_count_follows_redemptions BEFORE UPDATE OF redeemed_count ON rewards
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();

-- The statements of accounts are written with their entries.
CREATE OR REPLACE TRIGGER account_entries_follow_entries BEFORE INSERT ON account_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();
