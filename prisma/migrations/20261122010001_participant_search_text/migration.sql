-- Built beside the writes, which over very many participants would otherwise wait for it.
CREATE INDEX CONCURRENTLY participants_search_text_idx ON participants USING gin (search_text gin_trgm_ops);
