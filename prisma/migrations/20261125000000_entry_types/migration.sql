-- An entry is of a type that reports know: of any other, its value would be missing from every flow that they sum up.
-- Only new rows are checked from here on; the next migration reads the others, without this lock.
ALTER TABLE journal_entries ADD CONSTRAINT journal_entries_type_check CHECK (type IN (
  'CREDIT', 'DEBIT', 'HOLD', 'RELEASE', 'SETTLE', 'VOID', 'FORFEIT', 'MATURE', 'EXPIRE', 'FUND', 'BURN', 'REDEEM', 'CAPTURE', 'REVERSE', 'TRANSFER',
  'CORRECTION')) NOT VALID;
