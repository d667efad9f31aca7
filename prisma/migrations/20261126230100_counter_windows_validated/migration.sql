-- Reads the table while others read and write it.
ALTER TABLE state_counters VALIDATE CONSTRAINT state_counters_window_check;
ALTER TABLE state_counters VALIDATE CONSTRAINT state_counters_resets_at_check;
