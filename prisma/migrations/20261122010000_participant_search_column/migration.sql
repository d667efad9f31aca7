-- What participants are searched by is kept with them: to put it together again for each row that is looked at took most
-- of a search, and all of one for a word so short that no index helps. The table is written anew once.
DROP INDEX participants_search_idx;
ALTER TABLE participants ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (participant_search_text(external_id, email, first_name, last_name, display_name)) STORED;
