-- A mark that separates transactions already running from later ones, and whether all that were running at a mark have ended: of those that
-- write for an organization, hence asked of the node that it is on.
CREATE OR REPLACE FUNCTION transactions_begun(organization uuid) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN pg_snapshot_xmax(pg_current_snapshot())::text;
END $$;

CREATE OR REPLACE FUNCTION transactions_ended(organization uuid, mark text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN pg_snapshot_xmin(pg_current_snapshot()) >= mark::xid8;
END $$;
