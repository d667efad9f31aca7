-- Events are only ever added and balances keep their spread, so neither needs the care of a queue: analysing them at every fiftieth row
-- took a core for up to a second, in which requests waited.
ALTER TABLE events RESET (autovacuum_analyze_scale_factor, autovacuum_vacuum_insert_scale_factor, autovacuum_vacuum_cost_delay);
ALTER TABLE balances RESET (autovacuum_analyze_scale_factor);
