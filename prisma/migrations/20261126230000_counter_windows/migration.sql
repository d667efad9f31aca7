-- Counters that count within a sliding window: its length, and what it holds, as pairs of a time in milliseconds and an amount.
ALTER TABLE state_counters ADD COLUMN window_ms bigint, ADD COLUMN marks jsonb;
ALTER TABLE state_counters DROP CONSTRAINT state_counters_check;
ALTER TABLE state_counters ADD CONSTRAINT state_counters_window_check CHECK (
  CASE WHEN window_ms IS NULL THEN marks IS NULL ELSE window_ms > 0 AND reset_after_ms IS NULL AND marks IS NOT NULL AND jsonb_typeof(marks) = 'array' END) NOT VALID;
ALTER TABLE state_counters ADD CONSTRAINT state_counters_resets_at_check CHECK (
  resets_at IS NULL OR reset_after_ms IS NOT NULL OR window_ms IS NOT NULL) NOT VALID;

-- Whether a counter's window kept what it held, but for what left it: from this, a backtest tells what the window held.
ALTER TABLE state_history ADD COLUMN window_kept boolean;
