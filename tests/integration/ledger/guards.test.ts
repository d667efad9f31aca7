/** What the database itself refuses, whoever asks: the last line of defence when the code above it is wrong. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PoolClient } from 'pg';
import { pool } from '@/server/db/client';
import { newId, newIdAt } from '@/server/platform/ids';
import { entrySql } from '@tests/support/entry-rows';
import { drifted, ledger, snapshot, type TestLedger } from '@tests/support/ledger';

let club: TestLedger;
let client: PoolClient;

beforeEach(async () => {
  club = await ledger({ issuance_policy: 'PREFUNDED' });
  await club.wallet('fund', { amount: '100' });
  await club.post({ amount: '10' });
  client = await pool().connect();
});

afterEach(() => client.release());

const RESTRICTED = '23001';
const CHECK = '23514';
const FOREIGN_KEY = '23503';
const UNIQUE = '23505';

interface Line {
  type?: string;
  id?: string;
  bucket?: string | null;
  hold?: string;
  amount: string;
  asset?: string;
}

const AT = new Date('2026-01-01T00:00:00Z');

function entryOf(lines: readonly Line[], { id = newIdAt(AT), organization = club.id, program = club.program.id } = {}): string {
  return entrySql(
    { id, organization, program, type: 'CREDIT', at: AT },
    lines.map((line) => ({ type: 'PARTICIPANT', id: club.participant.id, asset: club.asset.id, ...line })),
  );
}

const insertEntry = (lines: readonly Line[], session: PoolClient = client) => session.query(entryOf(lines));

/** A line of the participant's statement, written by hand. */
const statementLine = (entry: string, amount: string): string =>
  `INSERT INTO account_entries (organization_id, account_id, program_id, asset_id, entry_id, line, bucket, amount)
   VALUES ('${club.id}', '${club.participant.id}', '${club.program.id}', '${club.asset.id}', '${entry}', 9, 'AVAILABLE', ${amount})`;

const issuance = (amount: string): Line => ({ type: 'SYSTEM_ISSUANCE', id: club.program.id, bucket: null, amount });

/** Whether another session waits for a lock of this one. */
async function isBlocked(by: PoolClient): Promise<boolean> {
  const { rows } = await by.query<{ waiting: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))) AS waiting',
  );
  return rows[0]?.waiting ?? false;
}

async function expectRefused(attempt: () => Promise<unknown>, code: string, constraint?: string): Promise<void> {
  const before = await snapshot(club.id);
  await expect(attempt()).rejects.toMatchObject(constraint === undefined ? { code } : { code, constraint });
  expect(await snapshot(club.id)).toEqual(before);
  expect(await drifted(club.id)).toEqual([]);
}

describe('the journal is append-only', () => {
  test.each([
    "UPDATE journal_entries SET description = 'x'",
    'UPDATE journal_entries SET created_at = now() WHERE false',
    'DELETE FROM journal_entries',
    'UPDATE journal_entries SET amounts = amounts || amounts',
    'UPDATE account_entries SET amount = amount * 2',
    'UPDATE account_entries SET account_id = gen_random_uuid()',
    'DELETE FROM account_entries',
  ])('%s is refused', async (sql) => {
    await expectRefused(() => client.query(sql), RESTRICTED);
  });

  test('inserting over an entry that exists changes nothing', async () => {
    await expectRefused(
      () =>
        client.query(
          "INSERT INTO journal_entries SELECT * FROM journal_entries ON CONFLICT (organization_id, id) DO UPDATE SET description = 'x'",
        ),
      '428C9',
    );
    await expectRefused(
      () =>
        client.query(
          `INSERT INTO journal_entries (id, organization_id, program_id, type, created_at, account_types, accounts, assets, buckets, amounts)
           SELECT id, organization_id, program_id, type, created_at, account_types, accounts, assets, buckets, amounts FROM journal_entries
           ON CONFLICT (organization_id, id) DO UPDATE SET description = 'x'`,
        ),
      RESTRICTED,
    );
  });
});

describe('an entry', () => {
  test('that balances is taken, and moves the balance by exactly its postings', async () => {
    await insertEntry([issuance('-0.01'), { amount: '0.01' }]);
    expect((await club.balance()).available).toBe('10.01');
    expect(await drifted(club.id)).toEqual([]);
  });

  test.each([
    ['by a smallest unit', ['-1', '1.000000000000000001']],
    ['by a sign', ['1', '1']],
    ['with a single posting', ['1']],
  ])('that does not balance %s is refused', async (_, amounts) => {
    const lines = () => amounts.map((amount, index) => (index === 0 && amounts.length > 1 ? issuance(amount) : { amount }));
    await expectRefused(() => insertEntry(lines()), CHECK, 'postings_balance');
  });

  test('that balances only across two assets is refused', async () => {
    const other = await club.addAsset({ symbol: 'OTHER' });
    await expectRefused(() => insertEntry([issuance('-1'), { amount: '1', asset: other.id }]), CHECK, 'postings_balance');
  });

  test('whose halves balance only together is refused when they come one by one', async () => {
    await client.query('BEGIN');
    try {
      await expect(insertEntry([{ amount: '1' }])).rejects.toMatchObject({ code: CHECK, constraint: 'postings_balance' });
    } finally {
      await client.query('ROLLBACK');
    }
    await expectRefused(
      () => client.query(`WITH half AS (${entryOf([{ amount: '1' }])}) ${entryOf([issuance('-1')])}`),
      CHECK,
      'postings_balance',
    );
  });

  test('without postings is refused', async () => {
    await expectRefused(() => insertEntry([]), CHECK, 'entries_have_postings');
  });

  test('takes no more postings later, balanced or not', async () => {
    const id = newIdAt(AT);
    await client.query(entryOf([issuance('-1'), { amount: '1' }], { id }));
    await expectRefused(
      () => client.query(`UPDATE journal_entries SET accounts = accounts || accounts, amounts = amounts || amounts WHERE id = '${id}'`),
      RESTRICTED,
    );
    await expectRefused(() => client.query(statementLine(id, '1')), RESTRICTED);
  });

  test('that does not exist is in no statement, and its program is one of its organization', async () => {
    await expectRefused(() => client.query(statementLine(newIdAt(AT), '1')), RESTRICTED);
    const lines = [issuance('-1'), { type: 'SYSTEM_BREAKAGE', id: club.program.id, bucket: null, amount: '1' }];
    await expectRefused(() => client.query(entryOf(lines, { organization: newId() })), FOREIGN_KEY, 'entries_of_program');
    await expectRefused(() => client.query(entryOf(lines, { program: newId() })), FOREIGN_KEY, 'entries_of_program');
  });

  test.each([-86_400_000, -1, 1])('whose id is %d ms from its time is refused', async (difference) => {
    const id = newIdAt(new Date(AT.getTime() + difference));
    await expectRefused(() => client.query(entryOf([issuance('-1'), { amount: '1' }], { id })), CHECK, 'entries_of_their_time');
  });

  test.each([
    ['account_types', `account_types[1:1]`],
    ['assets', `assets || assets`],
    ['buckets', `buckets[2:2]`],
    ['amounts', `amounts || ARRAY[1, -1]`],
    ['hold_references', `ARRAY[NULL]`],
    ['accounts', `accounts || accounts[1]`],
    ['amounts', `ARRAY[amounts]`],
    ['accounts', `array_fill(accounts[1], ARRAY[2], ARRAY[0])`],
  ])('whose %s are %s, so that lines lack something, is refused', async (column, value) => {
    const whole = entryOf([issuance('-1'), { amount: '1' }]);
    const [columns] = /\(.*?\)/.exec(whole)!;
    const rows = whole.slice(whole.indexOf('VALUES')).replaceAll('NULL)', 'NULL::text[])');
    const changed = columns
      .slice(1, -1)
      .split(', ')
      .map((name) => (name === column ? value : name));
    const cast = `id::uuid, organization_id::uuid, program_id::uuid, type, created_at::timestamptz`;
    await expectRefused(
      () =>
        client.query(
          `INSERT INTO journal_entries ${columns} SELECT ${cast}, ${changed.slice(5).join(', ')} FROM (${rows}) AS entry ${columns}`,
        ),
      CHECK,
      'entries_complete',
    );
  });

  test.each<[string, Partial<Line>]>([
    ['in HELD under no reference', { bucket: 'HELD' }],
    ['outside HELD under a reference', { hold: 'r' }],
    ['without a bucket under a reference', { type: 'SYSTEM_BREAKAGE', bucket: null, hold: 'r' }],
  ])('with a posting %s is refused', async (_, line) => {
    await expectRefused(() => insertEntry([issuance('-1'), { amount: '1', ...line }]), CHECK, 'postings_name_their_hold');
  });

  test('with a posting of zero is refused', async () => {
    await expectRefused(() => insertEntry([issuance('-1'), { amount: '1' }, { amount: '0' }]), CHECK, 'postings_check');
  });

  test.each<[string, Partial<Line>]>([
    ['a participant without a bucket', { bucket: null }],
    ['an unknown bucket', { bucket: 'LOCKED' }],
    ['an unknown account', { type: 'BANK' }],
    ['a wallet that holds', { type: 'PROGRAM_WALLET', bucket: 'HELD', hold: 'r' }],
    ['a system account with a bucket', { type: 'SYSTEM_BREAKAGE', bucket: 'AVAILABLE' }],
  ])('to %s is refused', async (_, line) => {
    await expectRefused(() => insertEntry([issuance('-1'), { amount: '1', ...line }]), CHECK, 'postings_check');
  });

  test('of an asset that the program does not link is refused', async () => {
    const loose = await club.addAsset({ symbol: 'LOOSE' });
    await club.api.delete(`/programs/${club.program.id}/assets/${loose.id}`);
    const lines = () => [issuance('-1'), { amount: '1' }].map((line) => ({ ...line, asset: loose.id }));
    await expectRefused(() => insertEntry(lines()), FOREIGN_KEY, 'balances_linked');
  });
});

describe('balances follow the postings', () => {
  test.each([
    'UPDATE balances SET available = available + 1',
    'UPDATE balances SET held = 1, deferred = 1',
    'UPDATE balances SET account_id = gen_random_uuid()',
    'UPDATE balances SET available = available WHERE false',
    'DELETE FROM balances',
  ])('%s is refused', async (sql) => {
    await expectRefused(() => client.query(sql), RESTRICTED);
  });

  test('a row cannot be opened with value in it', async () => {
    const opening = (column: string) =>
      client.query(
        `INSERT INTO balances (organization_id, program_id, asset_id, account_type, account_id, ${column}) VALUES ($1, $2, $3, 'PARTICIPANT', $4, 1)`,
        [club.id, club.program.id, club.asset.id, newId()],
      );
    for (const column of ['available', 'held', 'deferred']) await expectRefused(() => opening(column), RESTRICTED);
  });

  test('an overdrawn balance is refused unless it was granted, and then down to the grant', async () => {
    const debit = (amount: string) => insertEntry([issuance(amount), { amount: `-${amount}` }]);
    await expectRefused(() => debit('10.01'), CHECK, 'balances_not_overdrawn');
    await client.query('UPDATE balances SET overdraft_limit = 5 WHERE account_id = $1', [club.participant.id]);
    await debit('15');
    expect((await club.balance()).available).toBe('-5.00');
    await expectRefused(() => debit('0.000000000000000001'), CHECK, 'balances_not_overdrawn');
  });

  test.each(['HELD', 'DEFERRED'])('%s never goes below zero, grant or not', async (bucket) => {
    await client.query('UPDATE balances SET overdraft_limit = 100 WHERE account_id = $1', [club.participant.id]);
    await expectRefused(() => insertEntry([issuance('1'), { amount: '-1', bucket }]), CHECK);
  });

  test('a wallet is never overdrawn', async () => {
    const wallet = (amount: string): Line => ({ type: 'PROGRAM_WALLET', id: club.program.id, amount });
    await expectRefused(() => insertEntry([wallet('-90.01'), { amount: '90.01' }]), CHECK, 'balances_not_overdrawn');
  });

  test('an account keeps its kind: a posting that names it as another is refused', async () => {
    await expectRefused(() => insertEntry([issuance('-1'), { type: 'GROUP', amount: '1' }]), UNIQUE, 'balances_pkey');
    await expectRefused(() => insertEntry([{ amount: '-1' }, { type: 'GROUP', amount: '1' }]), UNIQUE, 'balances_pkey');
  });

  test('an account that two entries open at once loses neither: the second is told of the first', async () => {
    const newcomer = newId();
    const lines = [
      { type: 'PROGRAM_WALLET', id: club.program.id, amount: '-1' },
      { id: newcomer, amount: '1' },
    ];
    await client.query('BEGIN');
    await insertEntry(lines);
    const other = await pool().connect();
    try {
      const second = insertEntry(lines, other).then(
        () => 'taken',
        (error: unknown) => error,
      );
      await expect.poll(() => isBlocked(client)).toBe(true);
      await client.query('COMMIT');
      expect(await second).toMatchObject({ code: UNIQUE, constraint: 'balances_pkey' });
      expect(await drifted(club.id)).toEqual([]);
      await insertEntry(lines, other);
      expect(await drifted(club.id)).toEqual([]);
    } finally {
      other.release();
    }
  });

  test('a grant cannot be taken back below what is overdrawn', async () => {
    await club.post({ type: 'DEBIT', amount: '30', shortfall_policy: 'ALLOW_NEGATIVE' });
    await expectRefused(() => client.query('UPDATE balances SET overdraft_limit = 0 WHERE account_id = $1', [club.participant.id]), CHECK);
  });
});
