/** What the database itself refuses about lots and holds, whoever asks: the last line of defence when the code is wrong. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PoolClient } from 'pg';
import { pool } from '@/server/db/client';
import { newId, newIdAt } from '@/server/platform/ids';
import { entrySql } from '@tests/support/entry-rows';
import { brokenInvariants } from '@tests/support/invariants';
import { ledger, snapshot, type TestLedger } from '@tests/support/ledger';

const RESTRICTED = '23001';
const CHECK = '23514';
const AT = '2026-01-01T00:00:00Z';

let club: TestLedger;
let client: PoolClient;
/** 10 in AVAILABLE, and 4 issued provisionally under "r". */
let lots: { available: string; held: string };

beforeEach(async () => {
  club = await ledger({ inventory_mode: 'LOT' });
  await club.post({ amount: '10' });
  await club.post({ amount: '4', bucket: 'HELD', reference_id: 'r' });
  client = await pool().connect();
  const { rows } = await client.query<{ id: string; bucket: string }>('SELECT id, bucket FROM lots WHERE organization_id = $1', [club.id]);
  const idIn = (bucket: string) => rows.find((row) => row.bucket === bucket)!.id;
  lots = { available: idIn('AVAILABLE'), held: idIn('HELD') };
});

afterEach(() => client.release());

interface Line {
  bucket?: string | null;
  hold?: string | null;
  amount: string;
  /** A null id is the overdraft. Absent: the posting names no lots. */
  lots?: readonly (readonly [id: string | null, amount: string])[];
}

type NewLot = Record<'id' | 'amount' | 'bucket', string>;

const text = (value: string | null) => (value === null ? 'NULL' : `'${value}'`);
const values = (rows: readonly (readonly (string | null | number)[])[]) =>
  rows.map((row) => `(${row.map((cell) => (typeof cell === 'number' ? cell : text(cell))).join(', ')})`).join(', ');

/** Inserts an entry as the service would, in one statement; issuance balances the lines. */
async function insertEntry(
  lines: readonly Line[],
  { newLots = [], type = 'CREDIT', asset = club.asset.id }: { newLots?: readonly NewLot[]; type?: string; asset?: string } = {},
): Promise<string> {
  const entry = newIdAt(new Date(AT));
  const { id: organization, program, participant } = club;
  const place = [organization, program.id, asset];
  const total = lines.reduce((sum, { amount }) => sum + Number(amount), 0);
  const own = { type: 'PARTICIPANT', id: participant.id, asset };
  const postings = lines.map(({ bucket, hold, amount }) => ({ ...own, bucket: bucket ?? 'AVAILABLE', hold, amount }));
  const issued = { type: 'SYSTEM_ISSUANCE', id: program.id, asset, bucket: null, amount: String(-total) };
  const parts = lines.flatMap((line, index) =>
    (line.lots ?? []).map(([lot, amount], part) => [entry, index, part, organization, lot, amount]),
  );
  const made = newLots.map((lot) => [lot.id, ...place, 'PARTICIPANT', participant.id, lot.amount, lot.bucket, 'false', entry, AT]);
  const cast = (table: string, columns: string, rows: string, casts: string) =>
    `INSERT INTO ${table} (${columns}) SELECT ${casts} FROM (VALUES ${rows}) AS v (${columns})`;
  await client.query(`
    WITH nothing AS (SELECT 1)
    ${made.length === 0 ? '' : `, made AS (${cast('lots', 'id, organization_id, program_id, asset_id, account_type, account_id, amount, bucket, provisional, entry_id, created_at', values(made), 'id::uuid, organization_id::uuid, program_id::uuid, asset_id::uuid, account_type, account_id::uuid, amount::numeric, bucket, provisional::boolean, entry_id::uuid, created_at::timestamptz')})`}
    ${parts.length === 0 ? '' : `, parts AS (${cast('lot_postings', 'entry_id, line, part, organization_id, lot_id, amount', values(parts), 'entry_id::uuid, line::smallint, part::int, organization_id::uuid, lot_id::uuid, amount::numeric')})`}
    ${entrySql({ id: entry, organization, program: program.id, type, at: AT }, total === 0 ? postings : [...postings, issued])}`);
  return entry;
}

async function expectRefused(attempt: () => Promise<unknown>, code: string, constraint?: string): Promise<void> {
  const before = await snapshot(club.id);
  await expect(attempt()).rejects.toMatchObject(constraint === undefined ? { code } : { code, constraint });
  expect(await snapshot(club.id)).toEqual(before);
}

const lotRow = async (id: string) =>
  (await client.query('SELECT remaining::float, bucket, reference_id, provisional, status FROM lots WHERE id = $1', [id]))
    .rows[0] as unknown;

describe('lots and holds follow the postings', () => {
  test.each([
    'UPDATE lot_postings SET amount = amount * 2',
    'DELETE FROM lot_postings',
    'UPDATE lots SET remaining = amount',
    "UPDATE lots SET bucket = 'HELD' WHERE false",
    'UPDATE lots SET amount = amount + 1',
    'UPDATE lots SET expired = true',
    "UPDATE lots SET reference_id = 'x'",
    'UPDATE lots SET provisional = true',
    "UPDATE lots SET expires_at = '2030-01-01'",
    'UPDATE lots SET account_id = gen_random_uuid()',
    'UPDATE lots SET organization_id = gen_random_uuid()',
    'DELETE FROM lots',
    'UPDATE holds SET amount = 0',
    "UPDATE holds SET reference_id = 'x'",
    'DELETE FROM holds',
  ])('%s is refused', async (sql) => {
    await expectRefused(() => client.query(sql), RESTRICTED);
  });

  test('a lot and a hold begin empty', async () => {
    const copyLot = `INSERT INTO lots (id, organization_id, program_id, asset_id, account_type, account_id, amount, remaining, bucket, provisional, entry_id, created_at)
      SELECT gen_random_uuid(), organization_id, program_id, asset_id, account_type, account_id, amount, amount, bucket, provisional, entry_id, created_at FROM lots WHERE id = '${lots.available}'`;
    const copyHold = `INSERT INTO holds SELECT organization_id, program_id, asset_id, account_type, account_id, 'other', amount, created_at FROM holds WHERE organization_id = '${club.id}'`;
    await expectRefused(() => client.query(copyLot), RESTRICTED);
    await expectRefused(() => client.query(copyHold), RESTRICTED);
  });

  test('what was done to a lot cannot be added to an entry later, balanced or not', async () => {
    const later = (parts: string) =>
      client.query(`INSERT INTO lot_postings (entry_id, line, part, organization_id, lot_id, amount)
      SELECT entry_id, line, part + n, organization_id, lot_id, a FROM lot_postings CROSS JOIN (VALUES ${parts}) AS extra (n, a) WHERE lot_id = '${lots.available}'`);
    await expectRefused(() => later('(10, -1)'), CHECK, 'lot_postings_fit');
    await expectRefused(() => later('(10, -1), (11, 1)'), CHECK, 'lot_postings_fit');
  });
});

test('not even the transaction of an entry can do more to its lots than its postings say', async () => {
  const before = await snapshot(club.id);
  await client.query('BEGIN');
  try {
    const entry = await insertEntry([{ amount: '-1', lots: [[lots.available, '-1']] }]);
    const more = `INSERT INTO lot_postings (entry_id, line, part, organization_id, lot_id, amount) VALUES ('${entry}', 0, 1, '${club.id}', '${lots.available}', -1)`;
    await expect(client.query(more)).rejects.toMatchObject({ code: CHECK, constraint: 'lot_postings_fit' });
  } finally {
    await client.query('ROLLBACK');
  }
  expect(await snapshot(club.id)).toEqual(before);
});

describe('an entry of a LOT asset', () => {
  test('that names its lots is taken and moves them', async () => {
    const lot = newId();
    await insertEntry([{ amount: '3', lots: [[lot, '3']] }], { newLots: [{ id: lot, amount: '3', bucket: 'AVAILABLE' }] });
    await insertEntry([
      {
        amount: '-2',
        lots: [
          [lots.available, '-1'],
          [lot, '-1'],
        ],
      },
    ]);
    expect(await lotRow(lot)).toMatchObject({ remaining: 2, status: 'AVAILABLE' });
    expect(
      await brokenInvariants((sql, parameters) => client.query(sql, [...(parameters ?? [])]).then(({ rows }) => rows), club.id),
    ).toEqual([]);
  });

  test.each<[string, string, () => Line]>([
    ['without lots', 'postings_made_of_lots', () => ({ amount: '-1' })],
    ['with lots that make up less', 'postings_made_of_lots', () => ({ amount: '-2', lots: [[lots.available, '-1']] })],
    [
      'with lots that make up more by a smallest unit',
      'postings_made_of_lots',
      () => ({ amount: '-1', lots: [[lots.available, '-1.000000000000000001']] }),
    ],
    ['with an overdraft in HELD', 'lot_postings_fit', () => ({ amount: '-1', bucket: 'HELD', hold: 'r', lots: [[null, '-1']] })],
  ])('%s is refused as %s', async (_, constraint, line) => {
    await expectRefused(() => insertEntry([line()]), CHECK, constraint);
  });

  test('that takes from a lot more than is left of it is refused', async () => {
    await expectRefused(() => insertEntry([{ amount: '-4.01', bucket: 'HELD', hold: 'r', lots: [[lots.held, '-4.01']] }]), CHECK);
    await expectRefused(() => insertEntry([{ amount: '-4.01', lots: [[lots.held, '-4.01']] }]), CHECK, 'lots_lie_in_one_place');
  });

  test('that puts into a lot more than its amount is refused', async () => {
    await expectRefused(() => insertEntry([{ amount: '0.01', lots: [[lots.available, '0.01']] }]), CHECK, 'lots_within_their_amount');
  });

  test('that leaves a lot in two buckets is refused; whole, it moves', async () => {
    const move = (amount: string) =>
      insertEntry([
        { amount: `-${amount}`, lots: [[lots.available, `-${amount}`]] },
        { amount, bucket: 'HELD', hold: 'other', lots: [[lots.available, amount]] },
      ]);
    await expectRefused(() => move('9.99'), CHECK, 'lots_lie_in_one_place');
    await move('10');
    expect(await lotRow(lots.available)).toEqual({
      remaining: 10,
      bucket: 'HELD',
      reference_id: 'other',
      provisional: false,
      status: 'HELD',
    });
  });

  test('that leaves a lot under two holds is refused; whole, it changes its hold', async () => {
    const move = (amount: string) =>
      insertEntry([
        { amount: `-${amount}`, bucket: 'HELD', hold: 'r', lots: [[lots.held, `-${amount}`]] },
        { amount, bucket: 'HELD', hold: 'other', lots: [[lots.held, amount]] },
      ]);
    await expectRefused(() => move('3'), CHECK, 'lots_lie_in_one_place');
    await move('4');
    expect(await lotRow(lots.held)).toMatchObject({ remaining: 4, reference_id: 'other' });
  });

  test('that takes a lot through a hold it does not lie under is refused', async () => {
    await insertEntry([
      { amount: '-10', lots: [[lots.available, '-10']] },
      { amount: '10', bucket: 'HELD', hold: 'other', lots: [[lots.available, '10']] },
    ]);
    await expectRefused(
      () => insertEntry([{ amount: '-1', bucket: 'HELD', hold: 'other', lots: [[lots.held, '-1']] }]),
      CHECK,
      'lots_lie_in_one_place',
    );
  });

  test('that moves a lot of another participant is refused', async () => {
    const { body: bob } = await club.api.post<{ id: string }>('/participants', { external_id: 'bob' });
    const before = club;
    club = { ...club, participant: { ...club.participant, id: bob.id } };
    await expectRefused(() => insertEntry([{ amount: '1', lots: [[lots.available, '1']] }]), CHECK, 'lot_postings_fit');
    club = before;
  });

  test('whose lot went through AVAILABLE ends its provisional issue, in one statement as in several', async () => {
    await insertEntry([
      { amount: '-4', bucket: 'HELD', hold: 'r', lots: [[lots.held, '-4']] },
      { amount: '4', lots: [[lots.held, '4']] },
      { amount: '-4', lots: [[lots.held, '-4']] },
      { amount: '4', bucket: 'HELD', hold: 'again', lots: [[lots.held, '4']] },
    ]);
    expect(await lotRow(lots.held)).toMatchObject({ remaining: 4, reference_id: 'again', provisional: false });
  });

  test('a lot that is held, freed and held again in one statement lies under the last hold, whatever the references are called', async () => {
    const lot = lots.available;
    await insertEntry([
      { amount: '-10', lots: [[lot, '-10']] },
      { amount: '10', bucket: 'HELD', hold: 'zebra', lots: [[lot, '10']] },
      { amount: '-10', bucket: 'HELD', hold: 'zebra', lots: [[lot, '-10']] },
      { amount: '10', bucket: 'HELD', hold: 'ant', lots: [[lot, '10']] },
    ]);
    expect(await lotRow(lot)).toMatchObject({ remaining: 10, reference_id: 'ant', status: 'HELD' });
  });

  test('marks its lots EXPIRED when it expires them, and CONSUMED otherwise', async () => {
    await insertEntry([{ amount: '-10', lots: [[lots.available, '-10']] }], { type: 'EXPIRE' });
    await insertEntry([{ amount: '-4', bucket: 'HELD', hold: 'r', lots: [[lots.held, '-4']] }], { type: 'DEBIT' });
    expect([await lotRow(lots.available), await lotRow(lots.held)]).toMatchObject([
      { status: 'EXPIRED', remaining: 0 },
      { status: 'CONSUMED', remaining: 0 },
    ]);
  });
});

describe('a posting in HELD', () => {
  test.each([
    ['without a hold', { bucket: 'HELD', hold: null }],
    ['that names a hold but lies elsewhere', { bucket: 'AVAILABLE', hold: 'r' }],
  ])('%s is refused', async (_, place) => {
    await expectRefused(
      () => insertEntry([{ ...place, amount: '-1', lots: [[place.bucket === 'HELD' ? lots.held : lots.available, '-1']] }]),
      CHECK,
      'postings_name_their_hold',
    );
  });

  test('that takes from a hold that does not exist is refused, for a SIMPLE asset as for a LOT one', async () => {
    const simple = await club.addAsset({ symbol: 'SIMPLE' });
    await club.post({ asset_id: simple.id, amount: '5', bucket: 'HELD', reference_id: 'r' });
    await expectRefused(() => insertEntry([{ amount: '-1', bucket: 'HELD', hold: 'unknown' }], { asset: simple.id }), CHECK, 'holds_exist');
  });

  test('that takes from a hold more than lies under it is refused, whatever else is held', async () => {
    const simple = await club.addAsset({ symbol: 'SIMPLE' });
    for (const reference_id of ['r', 'other']) await club.post({ asset_id: simple.id, amount: '5', bucket: 'HELD', reference_id });
    await expectRefused(
      () => insertEntry([{ amount: '-5.01', bucket: 'HELD', hold: 'r' }], { asset: simple.id }),
      CHECK,
      'holds_not_negative',
    );
  });

  test('of a SIMPLE asset is made of no lots', async () => {
    const simple = await club.addAsset({ symbol: 'SIMPLE' });
    await club.post({ asset_id: simple.id, amount: '5' });
    await expectRefused(() => insertEntry([{ amount: '-1', lots: [[null, '-1']] }], { asset: simple.id }), CHECK, 'lot_postings_fit');
  });
});
