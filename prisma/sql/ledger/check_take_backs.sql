-- What is taken back under a reference is no more than was given under it, in the same program, to the same account. Entries of a statement
-- count together, as they were decided under the same lock.
CREATE OR REPLACE FUNCTION check_take_backs() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  at_fault text;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM new_entries WHERE type = 'TAKE_BACK') THEN
    RETURN NULL;
  END IF;
  SELECT coalesce(t.reference_id, 'no reference') INTO at_fault
  FROM (
    SELECT DISTINCT n.organization_id, n.program_id, n.reference_id, p.account_id, p.asset_id
    FROM new_entries n
    CROSS JOIN LATERAL unnest(n.account_types, n.accounts, n.assets) AS p (account_type, account_id, asset_id)
    WHERE n.type = 'TAKE_BACK' AND p.account_type IN ('PARTICIPANT', 'GROUP')
  ) t
  CROSS JOIN LATERAL (
    SELECT sum(p.amount) AS amount
    FROM journal_entries e CROSS JOIN LATERAL unnest(e.accounts, e.assets, e.amounts) AS p (account_id, asset_id, amount)
    WHERE e.organization_id = t.organization_id AND e.reference_id = t.reference_id AND e.program_id = t.program_id
      AND e.type IN ('CREDIT', 'SETTLE', 'VOID', 'TAKE_BACK') AND (p.account_id, p.asset_id) = (t.account_id, t.asset_id) OFFSET 0
  ) given
  WHERE given.amount IS NULL OR given.amount < 0
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'more is taken back under % than was given', at_fault USING ERRCODE = 'check_violation', CONSTRAINT = 'take_backs_were_given';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER take_backs_were_given AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION check_take_backs();
