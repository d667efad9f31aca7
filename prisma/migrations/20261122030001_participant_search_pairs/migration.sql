-- Built beside the writes, which over very many participants would otherwise wait for it.
CREATE INDEX CONCURRENTLY participants_search_pairs_idx ON participants USING gin (search_pairs(participant_search_text(external_id, email, first_name, last_name, display_name)));
