/**
 * Records cannot be truncated. Runs in a database of its own: TRUNCATE takes its lock before any trigger
 * can refuse it, and would block other tests that read those tables.
 */
import { expect, test } from 'vitest';
import { keepPartitions } from '@/server/db/partitions';
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

/** Every table that is kept in partitions, by the column of its time. */
const partitioned = await statement<{ table: string; key: string }>(
  `SELECT c.relname AS table, a.attname AS key FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid
   JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = p.partattrs[0]`,
);

test.each(partitioned)(
  '$table cannot be truncated, as a whole or one partition of it, also of those that are made later',
  async (parent) => {
    expect(await keepPartitions({ ...parent, unit: 'month', ahead: 2 }, new Date(), new Date(0))).toBe(3);
    const partitions = await statement<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass`,
      [parent.table],
    );
    expect(partitions).toHaveLength(4);
    for (const name of [parent.table, ...partitions.map((partition) => partition.name)])
      await expect(statement(`TRUNCATE ${name}`)).rejects.toMatchObject({ code: RESTRICTED });
  },
);

test('partitions whose time is over are dropped all the same', async () => {
  for (const parent of partitioned) {
    const later = new Date(Date.now() + 366 * 86_400_000);
    expect(await keepPartitions({ ...parent, unit: 'month', ahead: 0 }, later, later)).toBe(4);
  }
});
