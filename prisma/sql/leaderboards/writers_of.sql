-- Whether all have ended that had written at a mark of `transactions_begun` and that write to one of these tables: of those that write for an
-- organization, hence asked of the node that it is on, outside of any transaction. A writer holds a lock on the table until it ends, so that those of
-- other tables and databases are not waited for; whose lock is not seen yet writes later than now. Of a table that is spread over nodes, the parts
-- count.
CREATE OR REPLACE FUNCTION writers_ended(organization uuid, mark text, tables text[]) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RETURN NOT EXISTS (
    SELECT 1 FROM pg_snapshot_xip(pg_current_snapshot()) AS running
    JOIN pg_locks own ON own.locktype = 'transactionid' AND own.transactionid = running::xid AND own.mode = 'ExclusiveLock' AND own.granted
    JOIN pg_locks held ON held.virtualtransaction = own.virtualtransaction AND held.locktype = 'relation' AND held.mode = 'RowExclusiveLock' AND held.granted
    JOIN pg_database d ON d.oid = held.database AND d.datname = current_database()
    JOIN pg_class c ON c.oid = held.relation AND regexp_replace(c.relname, '_[0-9]+$', '') = ANY (tables)
    WHERE running < mark::xid8);
END $$;
