-- Where an entry is sealed: its position, its hash, that of the entry before it, and the segment that has it. No row until it is sealed.
-- Ids grow with time, so the entry is in the first segment with a higher one, or in one of the few after it that were open at that time.
CREATE OR REPLACE FUNCTION seal_of_entry(organization uuid, entry uuid)
  RETURNS TABLE ("position" bigint, entry_hash bytea, previous_hash bytea, first_position bigint) LANGUAGE sql STABLE AS $$
  SELECT s.first_position + place.n - 1, substr(s.entry_hashes, 32 * place.n - 31, 32),
    CASE WHEN place.n > 1 THEN substr(s.entry_hashes, 32 * place.n - 63, 32)
         WHEN s.first_position = 1 THEN decode(repeat('00', 32), 'hex')
         ELSE (SELECT substr(before.entry_hashes, 32 * before.entries - 31, 32) FROM entry_seals before
               WHERE before.organization_id = organization AND before.first_position < s.first_position ORDER BY before.first_position DESC LIMIT 1)
    END, s.first_position
  FROM entry_seals s CROSS JOIN LATERAL array_position(s.entry_ids, entry) AS place (n)
  WHERE s.organization_id = organization AND s.highest_id >= entry AND s.lowest_id <= entry AND place.n IS NOT NULL
  ORDER BY s.highest_id LIMIT 1
$$;
