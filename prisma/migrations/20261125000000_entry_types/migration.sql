-- An entry is of a type that reports know: of any other, its value would be missing from every flow that they sum up.
-- Only new rows are checked from here on; the next migration reads the others, without this lock.
--
-- Vacuum makes way for a lock that is waited for longer than the timeout of the brief one. Writers are not in the way of this one.
SET LOCAL lock_timeout = '10s';
LOCK TABLE journal_entries IN SHARE UPDATE EXCLUSIVE MODE;

SET LOCAL lock_timeout = '250ms';
ALTER TABLE journal_entries ADD CONSTRAINT journal_entries_type_check CHECK (type IN (
  'CREDIT', 'DEBIT', 'HOLD', 'RELEASE', 'SETTLE', 'VOID', 'FORFEIT', 'MATURE', 'EXPIRE', 'FUND', 'BURN', 'REDEEM', 'CAPTURE', 'REVERSE', 'TRANSFER',
  'CORRECTION')) NOT VALID;
