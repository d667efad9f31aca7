-- Finds the uses of codes that a participant has given back, by when. Unique, as the id is.
CREATE UNIQUE INDEX CONCURRENTLY code_redemptions_returned_idx ON code_redemptions (organization_id, participant_id, updated_at, id) WHERE status = 'RETURNED';
