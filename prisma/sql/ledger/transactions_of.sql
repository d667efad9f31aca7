-- A mark that separates transactions which have written already from later ones, and whether all that had written at a mark have ended: of those that
-- write for an organization, hence asked of the node that it is on. The mark is a number of its own: of those that are running, every one has a lower
-- one. (What no snapshot can see yet may be lower still, as long as nothing later has ended.)
CREATE OR REPLACE FUNCTION transactions_begun(organization uuid) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN pg_current_xact_id()::text;
END $$;

CREATE OR REPLACE FUNCTION transactions_ended(organization uuid, mark text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN pg_snapshot_xmin(pg_current_snapshot()) > mark::xid8;
END $$;
