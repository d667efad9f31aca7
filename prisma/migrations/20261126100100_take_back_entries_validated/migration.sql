-- Reads the whole table, while others read and write it: the lock keeps out vacuum and other changes of the table alone.
ALTER TABLE journal_entries VALIDATE CONSTRAINT journal_entries_type_check;
