/** Holding, releasing, settling and voiding, in both kinds of assets and from both sources. */
import { describe, expect, test } from 'vitest';
import { ledger, snapshot } from '@tests/support/ledger';

const MODES = ['SIMPLE', 'LOT'] as const;

describe.each(MODES)('with a %s asset', (inventory_mode) => {
  test('a hold needs a reference', async () => {
    const club = await ledger({ inventory_mode });
    await club.post();
    expect(await club.command('hold', { amount: '1' })).toMatchObject({
      status: 400,
      body: { code: 'missing_reference_id', param: 'reference_id' },
    });
  });

  test('a hold of all there is is taken, one of a hundredth more is insufficient_funds and changes no row', async () => {
    const club = await ledger({ inventory_mode });
    await club.post({ amount: '10' });
    const before = await snapshot(club.id);
    expect(await club.command('hold', { amount: '10.01', reference_id: 'r' })).toMatchObject({
      status: 422,
      body: { type: 'unprocessable', code: 'insufficient_funds', param: 'amount', details: { available: '10.00', requested: '10.01' } },
    });
    expect(await snapshot(club.id)).toEqual(before);
    expect(await club.command('hold', { amount: '10', reference_id: 'r' })).toMatchObject({
      body: { balance: { available: '0.00', held: '10.00' } },
    });
  });

  test('the ceiling of the asset bounds a hold, and never stands in the way of a release or a forfeit', async () => {
    const club = await ledger({ inventory_mode, max_transaction_amount: '10' });
    for (let i = 0; i < 3; i++) await club.post({ amount: '10' });
    expect(await club.command('hold', { amount: '10.01', reference_id: 'r' })).toMatchObject({
      status: 422,
      body: { code: 'max_transaction_amount_exceeded', param: 'amount' },
    });
    for (let i = 0; i < 3; i++) await club.command('hold', { amount: '10', reference_id: 'r' });
    expect((await club.command('release', { amount: '15' })).status).toBe(200);
    expect((await club.command('forfeit', { amount: '15', bucket: 'HELD' })).status).toBe(200);
  });

  test('a second hold under one reference adds to it', async () => {
    const club = await ledger({ inventory_mode });
    await club.post({ amount: '10' });
    for (const amount of ['1', '2']) await club.command('hold', { amount, reference_id: 'r' });
    expect(await club.command('release', { amount: '3', reference_id: 'r' })).toMatchObject({
      status: 200,
      body: { balance: { available: '10.00', held: '0.00' } },
    });
  });

  test('a release without a reference frees the oldest holds first', async () => {
    const club = await ledger({ inventory_mode });
    await club.post({ amount: '10' });
    for (const reference_id of ['zebra', 'ant']) await club.command('hold', { amount: '3', reference_id });
    expect((await club.command('release', { amount: '4' })).body).toMatchObject({ reference_id: null, balance: { held: '2.00' } });
    expect(await club.command('release', { amount: '1', reference_id: 'zebra' })).toMatchObject({
      status: 404,
      body: { code: 'not_found', param: 'reference_id' },
    });
    expect((await club.command('release', { amount: '2', reference_id: 'ant' })).status).toBe(200);
  });

  test('a release of more than is held is insufficient_funds, of an unknown reference not_found, and neither changes a row', async () => {
    const club = await ledger({ inventory_mode });
    await club.post({ amount: '10' });
    await club.command('hold', { amount: '3', reference_id: 'r' });
    const before = await snapshot(club.id);
    for (const reference of [{ reference_id: 'r' }, {}]) {
      expect(await club.command('release', { amount: '3.01', ...reference })).toMatchObject({
        status: 422,
        body: { code: 'insufficient_funds', param: 'amount' },
      });
    }
    expect(await club.command('release', { amount: '1', reference_id: 'other' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await snapshot(club.id)).toEqual(before);
  });

  test('a debit from HELD takes from the named hold', async () => {
    const club = await ledger({ inventory_mode });
    await club.post({ amount: '10' });
    for (const reference_id of ['first', 'second']) await club.command('hold', { amount: '3', reference_id });
    await club.post({ type: 'DEBIT', bucket: 'HELD', amount: '3', reference_id: 'second' });
    expect(await club.command('release', { amount: '1', reference_id: 'second' })).toMatchObject({ status: 404 });
    expect(await club.balance()).toEqual({ available: '4.00', held: '3.00', deferred: '0.00' });
  });

  test.each(['REJECT', 'PARTIAL'])(
    'a debit from HELD under an unknown reference is not_found and changes no row, with %s too',
    async (shortfall_policy) => {
      const club = await ledger({ inventory_mode });
      await club.post({ amount: '10' });
      await club.command('hold', { amount: '3', reference_id: 'first' });
      const before = await snapshot(club.id);
      const debit = { type: 'DEBIT', bucket: 'HELD', amount: '1', shortfall_policy };
      expect(await club.adjust({ ...debit, reference_id: 'other' })).toMatchObject({
        status: 404,
        body: { code: 'not_found', param: 'reference_id' },
      });
      expect(await snapshot(club.id)).toEqual(before);
      // Without a reference the shortfall is of the whole bucket.
      expect(await club.adjust({ ...debit, amount: '4' })).toMatchObject(
        shortfall_policy === 'REJECT' ? { status: 422 } : { status: 200, body: { amount: '3.00' } },
      );
    },
  );

  test('a credit to HELD without a reference is missing_reference_id, under a reserved one reserved_reference_id', async () => {
    const club = await ledger({ inventory_mode });
    expect(await club.adjust({ bucket: 'HELD', reference_id: undefined })).toMatchObject({
      status: 400,
      body: { code: 'missing_reference_id' },
    });
    expect(await club.adjust({ bucket: 'HELD', reference_id: 'service:x' })).toMatchObject({
      status: 400,
      body: { code: 'reserved_reference_id' },
    });
  });

  test.each([
    ['exactly', '10', '10.00', '90.00'],
    ['above it', '12.5', '12.50', '87.50'],
    ['below it', '7.25', '7.25', '92.75'],
  ])(
    'a provisional issue of 10 settled %s closes the hold, and the wallet pays or gets the difference',
    async (_, amount, available, wallet) => {
      const club = await ledger({ inventory_mode, issuance_policy: 'PREFUNDED' });
      await club.wallet('fund', { amount: '100' });
      await club.post({ amount: '10', bucket: 'HELD', reference_id: 'r' });
      const settled = await club.adjust({ amount, reference_id: 'r' });
      expect(settled).toMatchObject({
        status: 200,
        body: {
          type: 'CREDIT',
          bucket: 'AVAILABLE',
          amount: available,
          reference_id: 'r',
          balance: { available, held: '0.00', deferred: '0.00' },
        },
      });
      expect((await club.api.get(`/journal-entries/${settled.body.journal_entry_id}`)).body).toMatchObject({ type: 'SETTLE' });
      expect((await club.api.get(`/programs/${club.program.id}/balance`)).body).toMatchObject({
        data: [{ available: wallet, held: '0.00', deferred: '0.00' }],
      });
      expect(await club.command('release', { amount: '1', reference_id: 'r' })).toMatchObject({ status: 404 });
    },
  );

  test('a settlement beyond the wallet, or beyond the ceiling, leaves the hold as it was', async () => {
    const club = await ledger({ inventory_mode, issuance_policy: 'PREFUNDED', max_transaction_amount: '20' });
    await club.wallet('fund', { amount: '12' });
    await club.post({ amount: '10', bucket: 'HELD', reference_id: 'r' });
    const before = await snapshot(club.id);
    expect(await club.adjust({ amount: '12.01', reference_id: 'r' })).toMatchObject({
      status: 422,
      body: { code: 'insufficient_funds', details: { account: 'PROGRAM_WALLET' } },
    });
    expect(await club.adjust({ amount: '20.01', reference_id: 'r' })).toMatchObject({
      status: 422,
      body: { code: 'max_transaction_amount_exceeded' },
    });
    expect(await snapshot(club.id)).toEqual(before);
  });

  test('a credit under the reference of a hold that has ended gives new value', async () => {
    const club = await ledger({ inventory_mode });
    await club.post({ amount: '10', bucket: 'HELD', reference_id: 'r' });
    await club.post({ amount: '10', reference_id: 'r' });
    expect(await club.post({ amount: '10', reference_id: 'r' })).toMatchObject({
      message: 'Credited 10.00 ' + club.asset.symbol + '.',
      balance: { available: '20.00' },
    });
  });
});

test('void-hold needs a reference, and one that is unknown is not_found', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  expect(await club.command('void-hold', {})).toMatchObject({ status: 400, body: { code: 'missing_reference_id', param: 'reference_id' } });
  expect(await club.command('void-hold', { reference_id: 'r' })).toMatchObject({
    status: 404,
    body: { code: 'not_found', param: 'reference_id' },
  });
});

test('void-hold returns to the wallet what was drawn from it', async () => {
  const club = await ledger({ inventory_mode: 'LOT', issuance_policy: 'PREFUNDED' });
  await club.wallet('fund', { amount: '100' });
  await club.post({ amount: '30', bucket: 'HELD', reference_id: 'r' });
  expect((await club.api.get(`/programs/${club.program.id}/balance`)).body).toMatchObject({
    data: [{ available: '70.00', held: '30.00' }],
  });
  await club.command('void-hold', { reference_id: 'r' });
  expect((await club.api.get(`/programs/${club.program.id}/balance`)).body).toMatchObject({
    data: [{ available: '100.00', held: '0.00' }],
  });
});

test('void-hold cannot take back what was settled, even when it is held again under the same reference', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  await club.post({ amount: '10', bucket: 'HELD', reference_id: 'r' });
  await club.post({ amount: '10', reference_id: 'r' });
  await club.command('hold', { amount: '10', reference_id: 'r' });
  expect(await club.command('void-hold', { reference_id: 'r' })).toMatchObject({ status: 400, body: { code: 'invalid_operation' } });
  expect(await club.balance()).toEqual({ available: '0.00', held: '10.00', deferred: '0.00' });
});

test('settled lots keep their terms, or take those of the request', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  const expires_at = '2090-01-01T00:00:00.000Z';
  for (const reference_id of ['kept', 'changed']) await club.post({ amount: '10', bucket: 'HELD', reference_id, expires_at });
  await club.post({ amount: '12', reference_id: 'kept' });
  await club.post({ amount: '12', reference_id: 'changed', expires_at: '2080-01-01T00:00:00Z' });
  const live = (await club.lots('?status=AVAILABLE')).data.map((lot) => [lot.remaining, lot.expires_at]);
  expect(live).toEqual([
    ['12.00', '2080-01-01T00:00:00.000Z'],
    ['10.00', expires_at],
    ['2.00', null],
  ]);
});

test.each([
  ['a SIMPLE asset has nothing that matures', 'SIMPLE', { bucket: 'DEFERRED' }, 'invalid_operation'],
  ['a SIMPLE asset has no expiry', 'SIMPLE', { expires_in: '1d' }, 'invalid_lot_lifecycle'],
  ['AVAILABLE has nothing that matures later', 'LOT', { bucket: 'AVAILABLE', matures_in: '1d' }, 'invalid_operation'],
  ['HELD has nothing that matures later', 'LOT', { bucket: 'HELD', matures_in: '1d' }, 'invalid_operation'],
  ['a debit has no terms', 'LOT', { type: 'DEBIT', expires_in: '1d' }, 'invalid_request'],
] as const)('%s: %s with %j is %s', async (_, inventory_mode, body, code) => {
  const club = await ledger({ inventory_mode });
  const before = await snapshot(club.id);
  expect(await club.adjust(body)).toMatchObject({ status: 400, body: { code } });
  expect(await snapshot(club.id)).toEqual(before);
});
