/**
 * Records cannot be truncated. Runs in a database of its own: TRUNCATE takes its lock before any trigger
 * can refuse it, and would block other tests that read those tables.
 */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { useOwnDatabase } from '@tests/support/own-database';

await useOwnDatabase();

/** SQLSTATE restrict_violation, raised by the ledger's guards. */
const RESTRICTED = '23001';

test.each([
  'journal_entries',
  'account_entries',
  'balances',
  'lots',
  'lot_postings',
  'holds',
  'entry_seals',
  'ledger_checkpoints',
  'transfers',
  'transfer_recipients',
  'redemptions',
  'redemption_reversals',
  'fulfillment_orders',
  'state_history',
  'participant_versions',
  'group_member_changes',
  'rule_configuration_versions',
  'audit_log',
])('%s cannot be truncated', async (table) => {
  await expect(statement(`TRUNCATE ${table} CASCADE`)).rejects.toMatchObject({ code: RESTRICTED });
});
