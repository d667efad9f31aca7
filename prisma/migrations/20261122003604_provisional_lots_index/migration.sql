CREATE INDEX CONCURRENTLY lots_provisional_idx ON lots (program_id, asset_id) INCLUDE (remaining) WHERE remaining > 0 AND bucket = 'HELD' AND provisional;
