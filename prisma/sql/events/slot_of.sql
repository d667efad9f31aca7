-- The slot of a program's queue in which all events of a participant wait, by the last byte of the id, which is random; events about
-- nobody are in the first.
CREATE OR REPLACE FUNCTION slot_of(participant_id uuid) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(get_byte(uuid_send(participant_id), 15) & 63, 0)::smallint
$$;
