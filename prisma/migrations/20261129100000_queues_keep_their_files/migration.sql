-- A queue fills and empties all day. Giving the end of its file back to the disk, as VACUUM does, takes an exclusive lock on the table, for
-- which everything that arrives waits, and the next events need the room again.
ALTER TABLE event_queue SET (vacuum_truncate = false);
ALTER TABLE entry_seal_queue SET (vacuum_truncate = false);
ALTER TABLE webhook_queue SET (vacuum_truncate = false);
ALTER TABLE leaderboard_queue SET (vacuum_truncate = false);
