-- One more type of entry: what was earned under a reference is taken back. Every row was valid before, so all of them still are; the next
-- migration reads them, without this lock.
ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_type_check;
ALTER TABLE journal_entries ADD CONSTRAINT journal_entries_type_check CHECK (type IN (
  'CREDIT', 'DEBIT', 'HOLD', 'RELEASE', 'SETTLE', 'VOID', 'FORFEIT', 'TAKE_BACK', 'MATURE', 'EXPIRE', 'FUND', 'BURN', 'REDEEM', 'CAPTURE', 'REVERSE',
  'TRANSFER', 'CORRECTION')) NOT VALID;
