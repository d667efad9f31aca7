/** The statement of one holder: how much of the ledger a page of it reads, however long it is. */
import { expect, test } from 'vitest';
import type { JournalEntryResource } from '@/contract/journal';
import { databaseUrl } from '@/env';
import { accountEntries, type AccountEntriesRequest } from '@/server/db/repositories/ledger/account-entries';
import { firstIdAt } from '@/server/platform/ids';
import { ledger, type TestLedger } from '@tests/support/ledger';
import { walked } from '@tests/support/listing';
import { useOwnDatabase } from '@tests/support/own-database';
import { tamper } from '@tests/support/proof';
import { withConnection } from '../../../prisma/connect';

await useOwnDatabase();

const ENTRIES = 20_000;
const PAGE = 50;

/** A participant with entries in three balances, four to a second, one of each hundred a DEBIT. */
async function longStatement(): Promise<TestLedger> {
  const club = await ledger();
  const assets = [club.asset, await club.addAsset({}), await club.addAsset({})];
  for (const { id } of assets) await club.post({ asset_id: id });
  const values = [club.id, club.program.id, assets.map(({ id }) => id), club.participant.id, ENTRIES];
  await tamper(
    `WITH made AS (
       INSERT INTO journal_entries (id, organization_id, program_id, type, created_at, account_types, accounts, assets, buckets, amounts)
       SELECT overlay(first_id_at(at)::text placing substr(gen_random_uuid()::text, 15) from 15)::uuid, $1, $2, CASE WHEN n % 100 = 0 THEN 'DEBIT' ELSE 'CREDIT' END,
         at, ARRAY['SYSTEM_ISSUANCE', 'PARTICIPANT'], ARRAY[$2::uuid, $4::uuid], array_fill(($3::uuid[])[1 + mod(hashint4(n) & 65535, 3)], ARRAY[2]),
         ARRAY[NULL, 'AVAILABLE'], ARRAY[-1, 1]
       FROM (SELECT n, '2026-01-01'::timestamptz + n / 4 * interval '1 s' AS at FROM generate_series(1, $5::int) n) dated
       RETURNING *
     )
     INSERT INTO account_entries (organization_id, account_id, program_id, asset_id, entry_id, line, bucket, amount)
     SELECT organization_id, accounts[2], program_id, assets[2], id, 1, buckets[2], amounts[2] FROM made`,
    values,
  );
  await withConnection(databaseUrl(), (client) => client.query('ANALYZE'));
  return club;
}

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/** The lines of statements and the pages of memory that a statement reads, planned for its values and for any values. */
async function readsOf(request: AccountEntriesRequest): Promise<{ lines: number; pages: number }[]> {
  const { text, values } = accountEntries(request);
  return withConnection(databaseUrl(), async (client) => {
    const reads = [];
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`SET plan_cache_mode = ${mode}`);
      await client.query(`PREPARE page AS ${text}`);
      const given = values.map((value) => (value === null ? 'NULL' : client.escapeLiteral(String(value)))).join(', ');
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE page (${given})`,
      );
      const plan = rows[0]!['QUERY PLAN'][0].Plan;
      const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      reads.push({ lines: rowsOf(plan, 'account_entries'), pages });
      await client.query('DEALLOCATE page');
    }
    return reads;
  });
}

const rowsOf = (plan: Plan, table: string): number =>
  (plan['Relation Name'] === table ? plan['Actual Rows'] * plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part, table), 0);

test('a page of a statement of twenty thousand entries reads some hundred lines, at its start and deep in it', async () => {
  const club = await longStatement();
  const request = { organizationId: club.id, accountId: club.participant.id, limit: PAGE + 1, walked: PAGE + 1 };
  const deep = firstIdAt(new Date('2026-01-01T00:40:00Z'));
  for (const after of [null, deep]) {
    for (const sort_dir of ['asc', 'desc'] as const) {
      for (const { lines, pages } of await readsOf({ ...request, filters: { sort_by: 'created_at', sort_dir }, after })) {
        // A page's candidates of each of three balances.
        expect(lines).toBeLessThan(4 * PAGE);
        expect(pages).toBeLessThan(20 * PAGE);
      }
    }
  }
  const path = `/participants/${club.participant.id}/activity/journal-entries`;
  const whole = await walked<JournalEntryResource>(club.api, `${path}?sort_dir=asc`, 200);
  expect(new Set(whole.map(({ id }) => id)).size).toBe(ENTRIES + 3);
  expect(whole.map(({ created_at }) => created_at)).toEqual(whole.map(({ created_at }) => created_at).sort());
  const debits = await walked<JournalEntryResource>(club.api, `${path}?type=DEBIT`, 37);
  expect(debits.map(({ id }) => id)).toEqual(
    whole
      .filter(({ type }) => type === 'DEBIT')
      .map(({ id }) => id)
      .reverse(),
  );
});
