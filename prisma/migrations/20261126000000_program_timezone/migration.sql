-- The time zone in which the rules of a program tell days and hours. A default that is constant is not written to any row.
ALTER TABLE programs ADD COLUMN timezone text NOT NULL DEFAULT 'UTC';
