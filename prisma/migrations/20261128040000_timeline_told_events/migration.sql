-- Finds the events by which the service told a participant of one kind of thing, among any number of others. Unique, as the id is: so it is a
-- key like those before it.
CREATE UNIQUE INDEX CONCURRENTLY events_announced_idx ON events (organization_id, participant_id, split_part(idempotency_key, '/', 1), id)
  WHERE event_type = 'SYSTEM' AND split_part(idempotency_key, '/', 1) IN ('service:notice', 'service:referral', 'service:challenge', 'service:leaderboard');
