/** What the database itself refuses, whoever asks: the last line of defence when the code above it is wrong. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PoolClient } from 'pg';
import { pool } from '@/server/db/client';
import { newId } from '@/server/ids';
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
  amount: string;
  asset?: string;
  at?: Date;
  organization?: string;
  program?: string;
}

interface Entry {
  id: string;
  at: Date;
}

async function insertEntry(lines: readonly Line[], separate = false, session: PoolClient = client): Promise<Entry> {
  const entry = { id: newId(), at: new Date('2026-01-01T00:00:00Z') };
  const header = `INSERT INTO journal_entries (id, organization_id, program_id, type, created_at) VALUES ('${entry.id}', '${club.id}', '${club.program.id}', 'CREDIT', '${entry.at.toISOString()}')`;
  if (separate) {
    await session.query(header);
    if (lines.length > 0) await insertPostings(entry, lines);
  } else {
    await session.query(`WITH entry AS (${header}) ${postingsSql(entry, lines)}`);
  }
  return entry;
}

const insertPostings = (entry: Entry, lines: readonly Line[], firstLine = 0) => client.query(postingsSql(entry, lines, firstLine));

function postingsSql(entry: Entry, lines: readonly Line[], firstLine = 0): string {
  const rows = lines.map((line, index) => {
    const {
      type = 'PARTICIPANT',
      id = club.participant.id,
      bucket = 'AVAILABLE',
      amount,
      asset = club.asset.id,
      at = entry.at,
      organization = club.id,
      program = club.program.id,
    } = line;
    return `('${entry.id}', ${firstLine + index}, '${organization}', '${program}', '${asset}', '${type}', '${id}', ${bucket === null ? 'NULL' : `'${bucket}'`}, ${amount}, '${at.toISOString()}')`;
  });
  return `INSERT INTO postings (entry_id, line, organization_id, program_id, asset_id, account_type, account_id, bucket, amount, created_at) VALUES ${rows.join(', ')}`;
}

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
    'UPDATE postings SET amount = amount * 2',
    'UPDATE postings SET account_id = gen_random_uuid()',
    'DELETE FROM postings',
  ])('%s is refused', async (sql) => {
    await expectRefused(() => client.query(sql), RESTRICTED);
  });

  test('inserting over an entry that exists changes nothing', async () => {
    await expectRefused(
      () => client.query("INSERT INTO journal_entries SELECT * FROM journal_entries ON CONFLICT (id) DO UPDATE SET description = 'x'"),
      '428C9',
    );
    await expectRefused(
      () =>
        client.query(
          `INSERT INTO journal_entries (id, organization_id, program_id, type, created_at)
           SELECT id, organization_id, program_id, type, created_at FROM journal_entries ON CONFLICT (id) DO UPDATE SET description = 'x'`,
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
      await expect(insertEntry([{ amount: '1' }], true)).rejects.toMatchObject({ code: CHECK, constraint: 'entries_have_postings' });
    } finally {
      await client.query('ROLLBACK');
    }
  });

  test('without postings is refused', async () => {
    await expectRefused(() => insertEntry([], true), CHECK, 'entries_have_postings');
  });

  test('takes no more postings later, balanced or not', async () => {
    const entry = await insertEntry([issuance('-1'), { amount: '1' }]);
    await expectRefused(() => insertPostings(entry, [issuance('-1'), { amount: '1' }], 2), CHECK, 'postings_match_entry');
    await expectRefused(() => insertPostings(entry, [{ amount: '1' }], 2), CHECK, 'postings_balance');
  });

  test('that does not exist takes no postings, and its program is one of its organization', async () => {
    const nowhere = { id: newId(), at: new Date() };
    await expectRefused(() => insertPostings(nowhere, [issuance('-1'), { amount: '1' }]), FOREIGN_KEY, 'postings_of_entry');
    const stray = `INSERT INTO journal_entries (id, organization_id, program_id, type, created_at) VALUES ('${nowhere.id}', '${newId()}', '${club.program.id}', 'CREDIT', now())`;
    await expectRefused(() => client.query(stray), FOREIGN_KEY, 'entries_of_program');
  });

  test.each<[string, () => Partial<Line>]>([
    ['another time', () => ({ at: new Date('2026-02-02T00:00:00Z') })],
    ['another organization', () => ({ organization: newId() })],
    ['another program', () => ({ program: newId() })],
  ])('whose postings name %s is refused', async (_, difference) => {
    const lines = () => [issuance('-1'), { amount: '1' }].map((line) => ({ ...line, ...difference() }));
    await expectRefused(() => insertEntry(lines()), CHECK, 'postings_match_entry');
  });

  test('with a posting of zero is refused', async () => {
    await expectRefused(() => insertEntry([issuance('-1'), { amount: '1' }, { amount: '0' }]), CHECK);
  });

  test.each<[string, Partial<Line>]>([
    ['a participant without a bucket', { bucket: null }],
    ['an unknown bucket', { bucket: 'LOCKED' }],
    ['an unknown account', { type: 'BANK' }],
    ['a wallet that holds', { type: 'PROGRAM_WALLET', bucket: 'HELD' }],
    ['a system account with a bucket', { type: 'SYSTEM_BREAKAGE', bucket: 'AVAILABLE' }],
  ])('to %s is refused', async (_, line) => {
    await expectRefused(() => insertEntry([issuance('-1'), { amount: '1', ...line }]), CHECK);
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
      const second = insertEntry(lines, false, other).then(
        () => 'taken',
        (error: unknown) => error,
      );
      await expect.poll(() => isBlocked(client)).toBe(true);
      await client.query('COMMIT');
      expect(await second).toMatchObject({ code: UNIQUE, constraint: 'balances_pkey' });
      expect(await drifted(club.id)).toEqual([]);
      await insertEntry(lines, false, other);
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
