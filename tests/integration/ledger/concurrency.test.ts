/** Balances under concurrent requests, through the API and the real Postgres. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { brokenInvariants } from '@tests/support/invariants';
import { drifted, ledger, snapshot, unbalancedAssets, type TestLedger } from '@tests/support/ledger';

const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const MODES = ['SIMPLE', 'LOT'] as const;

/** A participant with 37 AVAILABLE; for a LOT asset in lots of fractional size. */
async function holding37(inventory_mode: (typeof MODES)[number]): Promise<TestLedger> {
  const club = await ledger({ inventory_mode });
  for (const amount of ['12.5', '12.25', '12.25']) await club.post({ amount });
  return club;
}

test.each(MODES)(
  'two hundred debits of 1 at once on a %s balance of 37 succeed exactly 37 times, and the others are insufficient_funds',
  async (mode) => {
    const club = await holding37(mode);
    const answers = await many(200, () => club.adjust({ type: 'DEBIT', amount: '1' }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(37);
    expect(answers.filter(({ status, body }) => status === 422 && body.code === 'insufficient_funds')).toHaveLength(163);
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.balance.available)).size).toBe(37);
    expect(await club.balance()).toEqual({ available: '0.00', held: '0.00', deferred: '0.00' });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  },
);

test.each(MODES)(
  'two hundred holds of 1 at once on a %s balance of 37 succeed exactly 37 times, and each is released once',
  async (mode) => {
    const club = await holding37(mode);
    const answers = await many(200, (index) => club.command('hold', { amount: '1', reference_id: `order-${index}` }));
    const held = answers.filter(({ status }) => status === 200);
    expect(held).toHaveLength(37);
    expect(answers.filter(({ status, body }) => status === 422 && body.code === 'insufficient_funds')).toHaveLength(163);
    expect(await club.balance()).toEqual({ available: '0.00', held: '37.00', deferred: '0.00' });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
    const twice = [...held, ...held].map(({ body }) => club.command('release', { amount: '1', reference_id: body.reference_id }));
    const released = await Promise.all(twice);
    expect(released.filter(({ status }) => status === 200)).toHaveLength(37);
    expect(released.filter(({ status, body }) => status === 404 && body.code === 'not_found')).toHaveLength(37);
    expect(await club.balance()).toEqual({ available: '37.00', held: '0.00', deferred: '0.00' });
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  },
);

test.each(MODES)('two hundred holds of 1 at once under one reference on a %s balance of 37 add up to one hold of 37', async (mode) => {
  const club = await holding37(mode);
  const answers = await many(200, () => club.command('hold', { amount: '1', reference_id: 'order' }));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(37);
  expect((await club.command('release', { amount: '37.01', reference_id: 'order' })).status).toBe(422);
  expect((await club.command('release', { amount: '37', reference_id: 'order' })).body.balance).toEqual({
    available: '37.00',
    held: '0.00',
    deferred: '0.00',
  });
});

test.each(MODES)('a provisional %s issue that is settled, released and debited at once ends exactly once', async (mode) => {
  const club = await ledger({ inventory_mode: mode });
  await club.post({ amount: '10', bucket: 'HELD', reference_id: 'order' });
  const settle = () => club.adjust({ amount: '10', reference_id: 'order' });
  const ends = await Promise.all([
    club.command('release', { amount: '10', reference_id: 'order' }),
    club.adjust({ type: 'DEBIT', amount: '10', bucket: 'HELD', reference_id: 'order' }),
    club.command('forfeit', { amount: '10', bucket: 'HELD', reference_id: 'order' }),
    ...(mode === 'LOT' ? [club.command('void-hold', { reference_id: 'order' })] : []),
  ]);
  expect(ends.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(ends.filter(({ status }) => status >= 500 || status === 409)).toEqual([]);
  await club.post({ amount: '10', bucket: 'HELD', reference_id: 'order' });
  const { available } = await club.balance();
  const settled = await Promise.all([settle(), settle(), settle()]);
  // One settles the hold; the later ones find none and credit new value under the reference.
  expect(settled.map(({ body }) => (/^Settled/.test(body.message) ? 'settled' : 'credited')).sort()).toEqual([
    'credited',
    'credited',
    'settled',
  ]);
  expect(Number((await club.balance()).available)).toBe(Number(available) + 30);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('fifty first credits at once to one new participant all count', async () => {
  const club = await ledger();
  const answers = await many(50, () => club.adjust({ amount: '2' }));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(50).fill(200));
  expect(answers.map(({ body }) => Number(body.balance.available)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, i) => 2 * (i + 1)),
  );
  expect((await club.balance()).available).toBe('100.00');
});

test('thirty first debits at once may all go below zero under ALLOW_NEGATIVE', async () => {
  const club = await ledger();
  const answers = await many(30, () => club.adjust({ type: 'DEBIT', amount: '3', shortfall_policy: 'ALLOW_NEGATIVE' }));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(30).fill(200));
  expect((await club.balance()).available).toBe('-90.00');
  expect(await drifted(club.id)).toEqual([]);
});

test('PARTIAL debits at once take together exactly what there is', async () => {
  const club = await ledger();
  await club.post({ amount: '100' });
  const answers = await many(20, () => club.adjust({ type: 'DEBIT', amount: '7', shortfall_policy: 'PARTIAL' }));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
  expect(answers.reduce((sum, { body }) => sum + Number(body.amount), 0)).toBe(100);
  expect((await club.balance()).available).toBe('0.00');
});

/** Reproducible numbers below `bound`, so that a failure can be replayed. */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

test('after random adjustments at once on shared wallets and buckets, no answer is a failure of ours and every balance is the sum of its postings', async () => {
  const club = await ledger({ issuance_policy: 'PREFUNDED', inventory_mode: 'LOT' });
  const free = await club.addAsset({ symbol: 'FREE', scale: 0 });
  await club.wallet('fund', { amount: '300' });
  for (const external_id of ['bob', 'eve']) await club.api.post('/participants', { external_id });
  const next = numbers(42);
  const pick = <T>(options: readonly T[]): T => options[next(options.length)]!;
  const bodies = Array.from({ length: 300 }, () => {
    const type = pick(['CREDIT', 'DEBIT']);
    const asset_id = pick([club.asset.id, free.id]);
    const inLots = asset_id === club.asset.id;
    const bucket = pick(['AVAILABLE', 'HELD', ...(inLots || type === 'DEBIT' ? ['DEFERRED'] : [])]);
    const policies = bucket === 'AVAILABLE' ? ['REJECT', 'PARTIAL', 'ALLOW_NEGATIVE'] : ['REJECT', 'PARTIAL'];
    const shortfall = type === 'DEBIT' ? { shortfall_policy: pick(policies) } : {};
    const placed =
      type === 'DEBIT' ? {} : bucket === 'HELD' ? { reference_id: pick(['r1', 'r2']) } : bucket === 'DEFERRED' ? { matures_in: '1d' } : {};
    const where = { who: pick(['ada', 'bob', 'eve']), asset_id };
    return {
      ...where,
      ...placed,
      program_id: club.program.id,
      type,
      bucket,
      amount: String(next(20) + 1),
      description: 'Random',
      ...shortfall,
    };
  });
  const answers = await Promise.all(bodies.map(({ who, ...body }) => club.api.post(`/participants/ext:${who}/balances/adjust`, body)));
  expect([...new Set(answers.map(({ status, body }) => (status === 200 ? 200 : body.code)))].sort()).toEqual([200, 'insufficient_funds']);
  expect(await drifted(club.id)).toEqual([]);
  expect(await unbalancedAssets(club.id)).toEqual([]);
  const [wrong] = await statement<{ count: number }>(
    `SELECT count(*)::int AS count FROM balances WHERE organization_id = $1 AND (held < 0 OR deferred < 0 OR available < -overdraft_limit)`,
    [club.id],
  );
  expect(wrong?.count).toBe(0);
});

test('what is refused among many requests leaves no row behind', async () => {
  const club = await ledger();
  await club.post({ amount: '5' });
  const before = await snapshot(club.id);
  const answers = await many(30, (index) => club.adjust({ type: 'DEBIT', amount: '6', idempotency_key: `k${index}` }));
  expect(answers.every(({ status }) => status === 422)).toBe(true);
  expect(await snapshot(club.id)).toEqual(before);
});

test('participants suspended meanwhile either moved value before or not at all', async () => {
  const club = await ledger();
  await club.post({ amount: '1' });
  const [suspended, ...answers] = await Promise.all([
    club.api.patch('/participants/ext:ada', { status: 'SUSPENDED' }),
    ...Array.from({ length: 20 }, () => club.adjust({ amount: '1' })),
  ]);
  expect(suspended.status).toBe(200);
  const moved = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ body }) => body.code === 'participant_inactive')).toHaveLength(20 - moved);
  expect((await club.balance()).available).toBe(`${1 + moved}.00`);
});
