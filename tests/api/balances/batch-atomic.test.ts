/** An atomic batch is done as a whole or not at all, and says of every operation that keeps it from being done why. */
import { expect, test } from 'vitest';
import type { BalanceBatchResult } from '@/contract/balance-batch';
import { codesOf, resultsOf, sendBatch, type Sent } from '@tests/support/balance-batch';
import { drifted, envelopes, ledger, snapshot, type TestLedger } from '@tests/support/ledger';

const ATOMIC = { atomic: true };

const adjusting =
  ({ program, asset }: TestLedger) =>
  (idempotency_key: string, change: object = {}): Sent => ({
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

interface Refusal {
  readonly total: number;
  readonly refused: readonly Omit<BalanceBatchResult['results'][number], 'status'>[];
}

test('all operations are done when none is refused, each on the effects of those before it', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  await club.api.post('/participants', { external_id: 'bob' });
  const adjust = adjusting(club);
  const { type: _, ...of } = adjust('c');
  const results = await resultsOf(
    club.api,
    [
      adjust('a'),
      adjust('b', { external_id: 'bob' }),
      { ...of, operation: 'HOLD', reference_id: 'h' },
      adjust('d', { external_id: 'bob', type: 'DEBIT' }),
    ],
    ATOMIC,
  );
  expect(codesOf(results)).toEqual(['done', 'done', 'done', 'done']);
  expect(await club.balance()).toEqual({ available: '0.00', held: '10.00', deferred: '0.00' });
  expect(await drifted(club.id)).toEqual([]);
});

test('one refusal keeps all from being done: no row changes, no key is used, no webhook is sent, and the operation is named', async () => {
  const club = await ledger();
  await club.api.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] });
  const adjust = adjusting(club);
  const operations = [adjust('a'), adjust('b', { type: 'DEBIT', amount: '10.01' }), adjust('c')];
  const before = await snapshot(club.id);
  const { status, body } = await sendBatch(club.api, operations, ATOMIC);
  expect({ status, body }).toMatchObject({
    status: 422,
    body: {
      type: 'unprocessable',
      code: 'batch_refused',
      param: 'operations[1]',
      details: { total: 3, refused: [{ index: 1, http_status: 422, error: { code: 'insufficient_funds', param: 'amount' } }] },
    },
  });
  expect(await snapshot(club.id)).toEqual(before);
  expect(await envelopes(club.id)).toEqual([]);
  await club.post({ amount: '0.01' });
  const again = await resultsOf(club.api, operations, ATOMIC);
  expect(again.map(({ replayed }) => replayed)).toEqual([false, false, false]);
  expect((await club.balance()).available).toBe('10.00');
});

test('every operation that is refused is named: what cannot be read, what is not found, and what the ledger refuses', async () => {
  const club = await ledger();
  const adjust = adjusting(club);
  await resultsOf(club.api, [adjust('used')]);
  const operations = [
    adjust('a'),
    adjust('b', { amount: 'much' }),
    adjust('c', { external_id: 'nobody' }),
    { ...adjust('d'), idempotency_key: undefined },
    adjust('e', { type: 'DEBIT', amount: '999' }),
    adjust('used', { amount: '11' }),
    adjust('used'),
  ];
  const before = await snapshot(club.id);
  const { status, body } = await sendBatch(club.api, operations, ATOMIC);
  const { total, refused } = body.details as Refusal;
  expect([status, body.code, body.param, total]).toEqual([422, 'batch_refused', 'operations', 7]);
  expect(refused.map(({ index, http_status, error }) => [index, http_status, error?.code, error?.param])).toEqual([
    [1, 400, 'invalid_amount', 'amount'],
    [2, 404, 'not_found', 'external_id'],
    [3, 400, 'missing_idempotency_key', 'idempotency_key'],
    [4, 422, 'insufficient_funds', 'amount'],
    [5, 409, 'idempotency_conflict', 'idempotency_key'],
  ]);
  expect(await snapshot(club.id)).toEqual(before);
});

test('a batch that was done is answered with the same results when it is sent again, with further operations too', async () => {
  const club = await ledger();
  const adjust = adjusting(club);
  const first = await resultsOf(club.api, [adjust('a'), adjust('b')], ATOMIC);
  const again = await resultsOf(club.api, [adjust('a'), adjust('b'), adjust('c')], ATOMIC);
  expect(again.slice(0, 2)).toEqual(first.map((result) => ({ ...result, replayed: true })));
  expect(again[2]).toMatchObject({ status: 'DONE', replayed: false });
  expect((await club.balance()).available).toBe('30.00');
});
