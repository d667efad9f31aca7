CREATE INDEX CONCURRENTLY holds_credited_idx ON holds (program_id, asset_id) WHERE amount > 0 AND credited;
