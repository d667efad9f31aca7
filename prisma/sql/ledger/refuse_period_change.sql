-- Figures come with the closing alone; after that a period can only be reopened, the last one first.
CREATE OR REPLACE FUNCTION refuse_period_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  later boolean;
BEGIN
  IF (OLD.id, OLD.organization_id, OLD.period_to, OLD.created_at) IS DISTINCT FROM (NEW.id, NEW.organization_id, NEW.period_to, NEW.created_at)
    OR OLD.period_from IS DISTINCT FROM NEW.period_from OR OLD.description IS DISTINCT FROM NEW.description
    OR OLD.status = 'REOPENED' OR (OLD.status = 'CLOSED' AND NEW.status <> 'REOPENED')
    OR (NEW.status <> 'CLOSED' AND (OLD.entry_count, OLD.chain_position, OLD.seal_hash, OLD.closed_at)
      IS DISTINCT FROM (NEW.entry_count, NEW.chain_position, NEW.seal_hash, NEW.closed_at)) THEN
    RAISE EXCEPTION 'a period never changes, but for being closed and reopened' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_periods_final';
  END IF;
  IF NEW.status = 'REOPENED' THEN
    SELECT EXISTS (SELECT 1 FROM ledger_periods p WHERE p.organization_id = NEW.organization_id AND p.status <> 'REOPENED'
      AND p.period_to > NEW.period_to) INTO later;
    IF later THEN
      RAISE EXCEPTION 'a later period is closed' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_periods_last_first';
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER ledger_periods_final BEFORE UPDATE ON ledger_periods FOR EACH ROW EXECUTE FUNCTION refuse_period_change();
