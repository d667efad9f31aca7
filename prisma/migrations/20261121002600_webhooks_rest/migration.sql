-- How an endpoint let go of the last attempt, which decides how much of a sender's room its next ones may take.
ALTER TABLE webhook_endpoints ADD COLUMN pace text NOT NULL DEFAULT 'PROMPT' CHECK (pace IN ('PROMPT', 'SLOW', 'SILENT'));

-- The pace is the service's own bookkeeping, like the run of failures.
DROP TRIGGER audited ON webhook_endpoints;
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON webhook_endpoints FOR EACH ROW
  EXECUTE FUNCTION audit_change('WEBHOOK_ENDPOINT', 'previous_secret,rate_limited_until,failing_since,consecutive_failures,disabled_at,pace', 'secret');
