/** A batch can be sent again: each operation has a key, which means the same as in its single route. */
import { afterEach, describe, expect, test } from 'vitest';
import { pool } from '@/server/db/client';
import { codesOf, resultsOf, sendAlone, sendBatch, type Sent } from '@tests/support/balance-batch';
import { drifted, ledger, snapshot, type TestLedger } from '@tests/support/ledger';

/** An adjustment of ada's balance. */
const adjusting =
  ({ program, asset }: TestLedger) =>
  (idempotency_key: string | undefined, change: object = {}): Sent => ({
    operation: 'ADJUST',
    external_id: 'ada',
    program_id: program.id,
    asset_id: asset.id,
    type: 'CREDIT',
    amount: '10',
    description: 'T',
    idempotency_key,
    ...change,
  });

describe('a batch that is sent again', () => {
  test('is answered with the same results and changes nothing', async () => {
    const club = await ledger({ inventory_mode: 'LOT' });
    const adjust = adjusting(club);
    const { type: _, ...of } = adjust(undefined);
    const operations = [
      adjust('a'),
      adjust('b', { bucket: 'HELD', reference_id: 'p' }),
      { ...of, operation: 'SETTLE', reference_id: 'p', idempotency_key: 'c' },
      { ...of, operation: 'HOLD', reference_id: 'h', idempotency_key: 'd' },
      { ...of, operation: 'RELEASE', reference_id: 'h', amount: '4', idempotency_key: 'e' },
      { ...of, operation: 'FORFEIT', reference_id: 'h', amount: '6', bucket: 'HELD', idempotency_key: 'f' },
      adjust('g', { bucket: 'HELD', reference_id: 'v' }),
      { ...of, operation: 'VOID_HOLD', reference_id: 'v', amount: undefined, idempotency_key: 'h' },
    ];
    const first = await resultsOf(club.api, operations);
    expect(codesOf(first)).toEqual(operations.map(() => 'done'));
    await club.post({ amount: '77' });
    const before = await snapshot(club.id);
    const again = await resultsOf(club.api, operations);
    expect(again).toEqual(first.map((result) => ({ ...result, replayed: true })));
    expect(await snapshot(club.id)).toEqual(before);
  });

  test('does only what was refused before and is possible now, and what is new', async () => {
    const club = await ledger();
    const adjust = adjusting(club);
    const operations = [adjust('a'), adjust('b', { type: 'DEBIT', amount: '15' })];
    expect(codesOf(await resultsOf(club.api, operations))).toEqual(['done', 'insufficient_funds']);
    await club.post({ amount: '5' });
    const again = await resultsOf(club.api, [...operations, adjust('c')]);
    expect(again.map(({ status, replayed }) => [status, replayed])).toEqual([
      ['DONE', true],
      ['DONE', false],
      ['DONE', false],
    ]);
    expect((await club.balance()).available).toBe('10.00');
  });

  test('at the same moment moves value once', async () => {
    const club = await ledger();
    const operations = ['a', 'b', 'c'].map((key) => adjusting(club)(key));
    const answers = await Promise.all([1, 2, 3, 4].map(() => resultsOf(club.api, operations)));
    const bodies = answers.map((results) => JSON.stringify(results.map(({ result }) => result)));
    expect(new Set(bodies).size).toBe(1);
    expect(answers.flat().filter(({ replayed }) => !replayed)).toHaveLength(3);
    expect((await club.balance()).available).toBe('30.00');
    expect(await drifted(club.id)).toEqual([]);
  });
});

describe('the key of an operation', () => {
  test('means the same alone and in a batch', async () => {
    const club = await ledger({ inventory_mode: 'LOT' });
    const adjust = adjusting(club);
    const { type: _, ...of } = adjust('c');
    const operations: Sent[] = [
      adjust('a'),
      adjust('b', { bucket: 'HELD', reference_id: 'p' }),
      { ...of, operation: 'SETTLE', reference_id: 'p', bucket: undefined },
      { ...of, operation: 'HOLD', reference_id: 'h', idempotency_key: 'd' },
    ];
    const [first, ...rest] = operations;
    const alone = await sendAlone(club.api, first!);
    const results = await resultsOf(club.api, operations);
    expect(results[0]).toMatchObject({ status: 'DONE', replayed: true, result: alone.body });
    for (const [index, sent] of rest.entries()) {
      const { status, body, headers } = await sendAlone(club.api, sent);
      expect([status, body, headers['idempotent-replayed']]).toEqual([200, results[index + 1]!.result, 'true']);
    }
  });

  test('with other fields, another kind or another holder is idempotency_conflict, and fails nobody else', async () => {
    const club = await ledger();
    await club.api.post('/participants', { external_id: 'bob' });
    const adjust = adjusting(club);
    await resultsOf(club.api, [adjust('a')]);
    const { type: _, ...of } = adjust('a');
    const results = await resultsOf(club.api, [
      adjust('a', { amount: '11' }),
      adjust('a', { external_id: 'bob' }),
      { ...of, operation: 'HOLD', reference_id: 'h' },
      adjust('a', { amount: '10.00', external_id: undefined, participant_id: club.participant.id }),
      adjust('b'),
    ]);
    const conflict = 'idempotency_conflict';
    expect(codesOf(results)).toEqual([conflict, conflict, conflict, 'done', 'done']);
    expect(results[0]).toMatchObject({ http_status: 409, error: { param: 'idempotency_key' } });
    expect(results[3]!.replayed).toBe(true);
    expect((await club.balance()).available).toBe('20.00');
  });

  test('that comes several times in a batch counts once, and is free again after a refusal', async () => {
    const club = await ledger();
    const adjust = adjusting(club);
    const debit = adjust('d', { type: 'DEBIT' });
    const results = await resultsOf(club.api, [
      debit,
      adjust('a'),
      adjust('a'),
      adjust('a', { amount: '11' }),
      adjust('a', { asset_id: '00000000-0000-4000-8000-000000000000' }),
      debit,
      debit,
    ]);
    expect(codesOf(results)).toEqual([
      'insufficient_funds',
      'done',
      'done',
      'idempotency_conflict',
      'idempotency_conflict',
      'done',
      'done',
    ]);
    expect(results.map(({ replayed }) => replayed)).toEqual([undefined, false, true, undefined, undefined, false, true]);
    expect((await club.balance()).available).toBe('0.00');
  });

  test('is scoped to its program', async () => {
    const club = await ledger();
    const { body: other } = await club.api.post<{ id: string }>('/programs', { name: 'Other' });
    await club.api.put(`/programs/${other.id}/assets/${club.asset.id}`);
    const adjust = adjusting(club);
    const results = await resultsOf(club.api, [adjust('a'), adjust('a', { program_id: other.id, amount: '3' })]);
    expect(results.map(({ replayed, result }) => [replayed, result?.balance.available])).toEqual([
      [false, '10.00'],
      [false, '3.00'],
    ]);
  });

  test('may be `null`, which is no missing key', async () => {
    const club = await ledger();
    const adjust = adjusting(club);
    expect(codesOf(await resultsOf(club.api, [adjust('null'), adjust(undefined), adjust('null')]))).toEqual([
      'done',
      'missing_idempotency_key',
      'done',
    ]);
    expect((await club.balance()).available).toBe('10.00');
  });
});

describe('while another request uses a key', () => {
  const held: Disposable[] = [];
  afterEach(() => held.splice(0).forEach((one) => one[Symbol.dispose]()));

  /** Uses a key as a request in another process does, until `release` is called. */
  async function inUse({ id, program }: TestLedger, key: string): Promise<() => Promise<void>> {
    const other = await pool().connect();
    held.push({ [Symbol.dispose]: () => other.release() });
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1::text || $2::text || $3, 0))', [id, program.id, key]);
    return async () => void (await other.query('ROLLBACK'));
  }

  test('the operation fails as idempotency_in_flight, and the others are done', async () => {
    const club = await ledger();
    const release = await inUse(club, 'b');
    const operations = ['a', 'b', 'c'].map((key) => adjusting(club)(key));
    const results = await resultsOf(club.api, operations);
    expect(codesOf(results)).toEqual(['done', 'idempotency_in_flight', 'done']);
    expect(results[1]).toMatchObject({ http_status: 409, error: { type: 'conflict', param: 'idempotency_key' } });
    await release();
    expect((await resultsOf(club.api, operations)).map(({ replayed }) => replayed)).toEqual([true, false, true]);
    expect((await club.balance()).available).toBe('30.00');
  });

  test('an atomic batch is refused as a whole with idempotency_in_flight, and changes nothing', async () => {
    const club = await ledger();
    const release = await inUse(club, 'b');
    const operations = ['a', 'b'].map((key) => adjusting(club)(key));
    const before = await snapshot(club.id);
    expect(await sendBatch(club.api, operations, { atomic: true })).toMatchObject({ status: 409, body: { code: 'idempotency_in_flight' } });
    expect(await snapshot(club.id)).toEqual(before);
    await release();
    expect(codesOf(await resultsOf(club.api, operations, { atomic: true }))).toEqual(['done', 'done']);
  });
});
