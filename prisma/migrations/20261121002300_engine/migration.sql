-- The request that an event or a webhook goes back to, by which the lines of the log are found that belong together.
ALTER TABLE events ADD COLUMN request_id text CHECK (length(request_id) <= 64);
ALTER TABLE webhook_events ADD COLUMN request_id text CHECK (length(request_id) <= 64);
