-- Reads the table while others read and write it.
ALTER TABLE programs VALIDATE CONSTRAINT programs_challenges_version;
