-- In a transaction shared by several requests: says on whose behalf each journal entry is posted, by entry id.
CREATE OR REPLACE FUNCTION name_actors(organization uuid, actors text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('rewards.actors_of_entries', actors, true);
END $$;
