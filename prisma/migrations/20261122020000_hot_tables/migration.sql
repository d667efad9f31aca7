-- The rows of queues change several times in their life and leave dead rows under the indexes that are searched for what is due:
-- these are cleared away, and the statistics renewed, after a fixed number of changes and not after a share of a table that only grows.
ALTER TABLE events SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE webhook_deliveries SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE balances SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0, fillfactor = 80);
ALTER TABLE entry_seal_queue SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- These triggers look up, by its key, what a few new rows belong to. Their plans are kept for a connection, and one that was made
-- for a batch, or while a table was small, would read the whole table for every single posting.
ALTER FUNCTION apply_postings() SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION require_postings() SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION apply_lots_and_holds() SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION apply_lot_postings() SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION require_chain() SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
