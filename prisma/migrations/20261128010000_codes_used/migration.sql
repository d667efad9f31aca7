-- Of a million codes, those that were used. Unique, as a code is in its batch: so it is a key like those before it.
CREATE UNIQUE INDEX CONCURRENTLY codes_used_idx ON codes (organization_id, batch_id, code) WHERE status = 'ACTIVE' AND used > 0;
