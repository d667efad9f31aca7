-- A batch has shares as long as it has no limit in all. Whoever gives it one waits for those who are counting in them, and bounds them, too.
CREATE OR REPLACE FUNCTION open_code_batch_shares() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO code_batch_uses (organization_id, batch_id, share)
  SELECT NEW.organization_id, NEW.id, share FROM generate_series(0, 15) AS share ON CONFLICT (organization_id, batch_id, share) DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION close_code_batch_shares() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shared bigint;
BEGIN
  PERFORM 1 FROM code_batch_uses WHERE organization_id = NEW.organization_id AND batch_id = NEW.id ORDER BY share FOR UPDATE;
  WITH closed AS (DELETE FROM code_batch_uses WHERE organization_id = NEW.organization_id AND batch_id = NEW.id RETURNING uses)
  SELECT coalesce(sum(uses), 0) INTO shared FROM closed;
  NEW.redeemed_count := NEW.redeemed_count + shared;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER code_batches_unlimited AFTER INSERT ON code_batches
  FOR EACH ROW WHEN (NEW.max_total IS NULL) EXECUTE FUNCTION open_code_batch_shares();

CREATE OR REPLACE TRIGGER code_batches_no_longer_limited AFTER UPDATE ON code_batches
  FOR EACH ROW WHEN (OLD.max_total IS NOT NULL AND NEW.max_total IS NULL) EXECUTE FUNCTION open_code_batch_shares();

CREATE OR REPLACE TRIGGER code_batches_limited BEFORE UPDATE ON code_batches
  FOR EACH ROW WHEN (OLD.max_total IS NULL AND NEW.max_total IS NOT NULL) EXECUTE FUNCTION close_code_batch_shares();
