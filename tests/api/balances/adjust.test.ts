import { expect, test } from 'vitest';
import { createEndpoint } from '@tests/support/webhooks';
import { organization } from '@tests/support/api';
import { drifted, envelopes, ledger, snapshot, unbalancedAssets } from '@tests/support/ledger';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

test('a credit answers what moved, the balance after it and its journal entry', async () => {
  const club = await ledger();
  const { status, body } = await club.adjust({ amount: '12.5', reference_id: 'order-1' });
  expect(status).toBe(200);
  expect(body).toEqual({
    type: 'CREDIT',
    amount: '12.50',
    asset_id: club.asset.id,
    program_id: club.program.id,
    bucket: 'AVAILABLE',
    balance: { available: '12.50', held: '0.00', deferred: '0.00' },
    journal_entry_id: expect.any(String),
    reference_id: 'order-1',
    message: expect.any(String),
  });
  expect(await club.balance()).toEqual(body.balance);
});

test('a credit enrolls the participant in the program', async () => {
  const club = await ledger();
  await club.post();
  expect((await club.api.get('/participants/ext:ada')).body).toMatchObject({ program_ids: [club.program.id] });
});

test('each bucket is credited and debited by itself', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  await club.post({ amount: '3', bucket: 'AVAILABLE' });
  await club.post({ amount: '4', bucket: 'HELD' });
  await club.post({ amount: '5', bucket: 'DEFERRED', matures_in: '1d' });
  expect(await club.balance()).toEqual({ available: '3.00', held: '4.00', deferred: '5.00' });
  const { body } = await club.adjust({ type: 'DEBIT', amount: '4', bucket: 'HELD' });
  expect(body).toMatchObject({ type: 'DEBIT', bucket: 'HELD', balance: { available: '3.00', held: '0.00', deferred: '5.00' } });
});

test.each([
  ['1'.repeat(30), '1'.repeat(30) + '.000000000000000000'],
  ['123456789012345678901234567890.123456789012345678', '123456789012345678901234567890.123456789012345678'],
  ['0.000000000000000001', '0.000000000000000001'],
  ['9'.repeat(40) + '.' + '9'.repeat(18), '9'.repeat(40) + '.' + '9'.repeat(18)],
  ['0001.50', '1.500000000000000000'],
])('the amount %s comes back digit for digit from every place that shows it', async (amount, shown) => {
  const club = await ledger({ scale: 18 });
  const { body } = await club.adjust({ amount });
  expect(body).toMatchObject({ amount: shown, balance: { available: shown } });
  expect((await club.balance()).available).toBe(shown);
  const entry = await club.api.get(`/journal-entries/${body.journal_entry_id}`);
  expect(entry.body).toMatchObject({ postings: [{ amount: `-${shown}` }, { amount: shown }] });
  const debited = await club.adjust({ type: 'DEBIT', amount: shown });
  expect(debited.body).toMatchObject({ amount: shown, balance: { available: '0.000000000000000000' } });
});

test('balances far beyond one amount are still exact', async () => {
  const club = await ledger({ scale: 18 });
  const most = `${'9'.repeat(40)}.${'9'.repeat(18)}`;
  for (let i = 0; i < 11; i++) await club.post({ amount: most });
  expect((await club.balance()).available).toBe(`${11n * 10n ** 40n - 1n}.${'9'.repeat(16)}89`);
});

test.each([
  '0',
  '-1',
  '0.000',
  '1.001',
  '1e3',
  '1,5',
  ' 1',
  '+1',
  '1.',
  '.5',
  '',
  'NaN',
  'Infinity',
  '0x10',
  '１',
  '9'.repeat(41),
  '1'.repeat(400),
])('the amount %j is invalid_amount and moves nothing', async (amount) => {
  const club = await ledger({ scale: 2 });
  const before = await snapshot(club.id);
  expect(await club.adjust({ amount })).toMatchObject({
    status: 400,
    body: { type: 'invalid_request', code: 'invalid_amount', param: 'amount' },
  });
  expect(await snapshot(club.id)).toEqual(before);
});

test('an amount with no places fits an asset of scale 0, and one with places does not', async () => {
  const club = await ledger({ scale: 0 });
  expect(await club.adjust({ amount: '7' })).toMatchObject({ status: 200, body: { amount: '7', balance: { available: '7' } } });
  expect(await club.adjust({ amount: '7.0' })).toMatchObject({ status: 200, body: { amount: '7' } });
  expect(await club.adjust({ amount: '7.5' })).toMatchObject({ status: 400, body: { code: 'invalid_amount' } });
});

test('a debit beyond the bucket changes no row and answers insufficient_funds, whatever the other buckets hold', async () => {
  const club = await ledger();
  await club.post({ amount: '10' });
  await club.post({ amount: '100', bucket: 'HELD' });
  const before = await snapshot(club.id);
  for (const shortfall of [{}, { shortfall_policy: 'REJECT' }]) {
    const answer = await club.adjust({ type: 'DEBIT', amount: '10.01', ...shortfall });
    expect(answer).toMatchObject({
      status: 422,
      body: { type: 'unprocessable', code: 'insufficient_funds', param: 'amount', details: { available: '10.00', requested: '10.01' } },
    });
  }
  expect(await snapshot(club.id)).toEqual(before);
});

test('PARTIAL takes what there is, and says so', async () => {
  const club = await ledger();
  await club.post({ amount: '10' });
  const taken = await club.adjust({ type: 'DEBIT', amount: '25', shortfall_policy: 'PARTIAL' });
  expect(taken).toMatchObject({ status: 200, body: { amount: '10.00', balance: { available: '0.00' } } });
  const nothing = await club.adjust({ type: 'DEBIT', amount: '25', shortfall_policy: 'PARTIAL' });
  expect(nothing).toMatchObject({ status: 200, body: { amount: '0.00', journal_entry_id: null, balance: { available: '0.00' } } });
});

test('ALLOW_NEGATIVE takes AVAILABLE below zero; credits then fill it up, and REJECT still refuses', async () => {
  const club = await ledger();
  await club.post({ amount: '10' });
  const below = await club.adjust({ type: 'DEBIT', amount: '25.50', shortfall_policy: 'ALLOW_NEGATIVE' });
  expect(below).toMatchObject({ status: 200, body: { amount: '25.50', balance: { available: '-15.50' } } });
  expect(await club.balance()).toEqual({ available: '-15.50', held: '0.00', deferred: '0.00' });
  expect(await club.adjust({ type: 'DEBIT', amount: '0.01' })).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } });
  expect(await club.adjust({ type: 'DEBIT', amount: '1', shortfall_policy: 'PARTIAL' })).toMatchObject({ body: { amount: '0.00' } });
  expect(await club.post({ amount: '20' })).toMatchObject({ balance: { available: '4.50' } });
  expect(await club.adjust({ type: 'DEBIT', amount: '5' })).toMatchObject({ status: 422 });
});

test('ALLOW_NEGATIVE works for a participant who never held anything', async () => {
  const club = await ledger();
  const answer = await club.adjust({ type: 'DEBIT', amount: '3', shortfall_policy: 'ALLOW_NEGATIVE' });
  expect(answer).toMatchObject({ status: 200, body: { balance: { available: '-3.00' } } });
});

test.each([
  ['a shortfall policy on a credit', { shortfall_policy: 'PARTIAL' }, 400, 'invalid_shortfall_policy'],
  ['an unknown shortfall policy', { type: 'DEBIT', shortfall_policy: 'MAYBE' }, 400, 'invalid_shortfall_policy'],
  ['ALLOW_NEGATIVE on HELD', { type: 'DEBIT', bucket: 'HELD', shortfall_policy: 'ALLOW_NEGATIVE' }, 400, 'invalid_operation'],
  ['an empty reference', { reference_id: '' }, 400, 'invalid_reference_id'],
  ['a reference of 256 characters', { reference_id: 'x'.repeat(256) }, 400, 'invalid_reference_id'],
  ['a reserved reference', { reference_id: 'service:x' }, 400, 'reserved_reference_id'],
  ['a reference with a NUL', { reference_id: 'a\0' }, 400, 'validation_error'],
  ['no type', { type: undefined }, 400, 'validation_error'],
  ['a lower-case type', { type: 'credit' }, 400, 'validation_error'],
  ['an unknown bucket', { bucket: 'LOCKED' }, 400, 'validation_error'],
  ['no description', { description: undefined }, 400, 'validation_error'],
  ['an empty description', { description: '' }, 400, 'validation_error'],
  ['a description of 501 characters', { description: 'x'.repeat(501) }, 400, 'validation_error'],
  ['a description with an unpaired surrogate', { description: '\ud800' }, 400, 'validation_error'],
  ['a number as amount', { amount: 10 }, 400, 'validation_error'],
  ['an unknown field', { colour: 'red' }, 400, 'validation_error'],
  ['an unknown program', { program_id: UNKNOWN }, 404, 'not_found'],
  ['an unknown asset', { asset_id: UNKNOWN }, 404, 'asset_not_found'],
])('%s is refused and changes no row', async (_, body, status, code) => {
  const club = await ledger();
  const before = await snapshot(club.id);
  expect(await club.adjust(body)).toMatchObject({ status, body: { code } });
  expect(await snapshot(club.id)).toEqual(before);
});

test('a description of 500 characters is taken', async () => {
  const club = await ledger();
  expect((await club.adjust({ description: 'x'.repeat(500) })).status).toBe(200);
});

test('the ceiling of an asset bounds one transaction, not the balance', async () => {
  const club = await ledger({ max_transaction_amount: '100' });
  expect((await club.adjust({ amount: '100' })).status).toBe(200);
  expect((await club.adjust({ amount: '100' })).status).toBe(200);
  for (const type of ['CREDIT', 'DEBIT']) {
    expect(await club.adjust({ type, amount: '100.01' })).toMatchObject({
      status: 422,
      body: { code: 'max_transaction_amount_exceeded', param: 'amount' },
    });
  }
});

test('an asset that the program does not link is refused, and one of another organization does not exist', async () => {
  const club = await ledger();
  const loose = await club.addAsset({ symbol: 'LOOSE' });
  await club.api.delete(`/programs/${club.program.id}/assets/${loose.id}`);
  const stranger = await ledger();
  expect(await club.adjust({ asset_id: loose.id })).toMatchObject({ status: 400, body: { code: 'asset_not_linked', param: 'asset_id' } });
  expect(await club.adjust({ asset_id: stranger.asset.id })).toMatchObject({ status: 404, body: { code: 'asset_not_found' } });
  expect(await club.adjust({ program_id: stranger.program.id })).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('an archived asset moves no more', async () => {
  const club = await ledger();
  await club.post();
  await club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' });
  for (const type of ['CREDIT', 'DEBIT']) {
    expect(await club.adjust({ type, amount: '1' })).toMatchObject({ status: 422, body: { code: 'asset_archived' } });
  }
});

test.each([
  ['SUSPENDED', 'program_suspended'],
  ['ARCHIVED', 'program_archived'],
])('a %s program moves no value', async (status, code) => {
  const club = await ledger();
  await club.post();
  await club.api.patch(`/programs/${club.program.id}`, { status });
  for (const type of ['CREDIT', 'DEBIT']) {
    expect(await club.adjust({ type, amount: '1' })).toMatchObject({ status: 409, body: { type: 'conflict', code } });
  }
});

test('a PREFUNDED credit draws on the wallet, a debit returns to it, and an empty wallet refuses', async () => {
  const club = await ledger({ issuance_policy: 'PREFUNDED' });
  expect(await club.adjust()).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } });
  await club.wallet('fund', { amount: '15' });
  await club.post({ amount: '10' });
  const before = await snapshot(club.id);
  expect(await club.adjust({ amount: '5.01' })).toMatchObject({
    status: 422,
    body: { code: 'insufficient_funds', details: { available: '5.00', requested: '5.01', account: 'PROGRAM_WALLET' } },
  });
  expect(await snapshot(club.id)).toEqual(before);
  await club.post({ type: 'DEBIT', amount: '4' });
  const { body } = await club.api.get(`/programs/${club.program.id}/balance`);
  expect(body).toMatchObject({ data: [{ asset_id: club.asset.id, available: '9.00' }] });
});

test('an adjustment sends its webhook with exactly one target, in the scale of the asset', async () => {
  const club = await ledger();
  await createEndpoint(club.api, 'http://127.0.0.1:9/', ['balance.credited', 'balance.debited']);
  const credit = await club.post({ amount: '5', bucket: 'HELD', reference_id: 'order-1' });
  const debit = await club.post({ type: 'DEBIT', amount: '2', bucket: 'HELD' });
  const common = { organization_id: club.id, program_id: club.program.id, asset_id: club.asset.id, participant_id: club.participant.id };
  expect(await envelopes(club.id)).toEqual([
    {
      type: 'balance.credited',
      data: { ...common, journal_entry_id: credit.journal_entry_id, amount: '5.00', bucket: 'HELD', reference_id: 'order-1' },
    },
    { type: 'balance.debited', data: { ...common, journal_entry_id: debit.journal_entry_id, amount: '2.00', bucket: 'HELD' } },
  ]);
});

test('balances are kept apart by program and by asset, and listed so page by page', async () => {
  const club = await ledger();
  const assets = [club.asset, await club.addAsset({ symbol: 'GEM', scale: 0 }), await club.addAsset({ symbol: 'COIN', scale: 4 })];
  for (const [index, asset] of assets.entries()) await club.post({ asset_id: asset.id, amount: String(index + 1) });
  const path = `/participants/ext:ada/balances`;
  interface Page {
    data: { asset_id: string; available: string }[];
    pagination: { next_cursor: string | null };
  }
  const all = await club.api.get<Page>(path);
  expect(new Map(all.body.data.map((row) => [row.asset_id, row.available]))).toEqual(
    new Map([
      [assets[0]!.id, '1.00'],
      [assets[1]!.id, '2'],
      [assets[2]!.id, '3.0000'],
    ]),
  );
  const seen: unknown[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < 5; page++) {
    const { body }: { body: Page } = await club.api.get<Page>(`${path}?limit=1${cursor && `&cursor=${cursor}`}`);
    seen.push(...body.data);
    cursor = body.pagination.next_cursor;
  }
  expect(seen).toEqual(all.body.data);
  const one = await club.api.get<Page>(`${path}?asset_id=${assets[1]!.id}&program_id=${club.program.id}`);
  expect(one.body.data).toEqual([{ program_id: club.program.id, asset_id: assets[1]!.id, available: '2', held: '0', deferred: '0' }]);
});

test('after all kinds of adjustments cached balances equal the postings, which sum to zero', async () => {
  const club = await ledger();
  await club.post({ amount: '10' });
  await club.post({ amount: '2', bucket: 'HELD' });
  await club.post({ type: 'DEBIT', amount: '30', shortfall_policy: 'ALLOW_NEGATIVE' });
  await club.post({ type: 'DEBIT', amount: '30', bucket: 'HELD', shortfall_policy: 'PARTIAL' });
  expect(await drifted(club.id)).toEqual([]);
  expect(await unbalancedAssets(club.id)).toEqual([]);
});

test('a participant of another organization cannot be adjusted', async () => {
  const club = await ledger();
  const stranger = await organization();
  const body = { program_id: club.program.id, asset_id: club.asset.id, type: 'CREDIT', amount: '1', description: 'x' };
  expect(await stranger.api.post(`/participants/${club.participant.id}/balances/adjust`, body)).toMatchObject({
    status: 404,
    body: { code: 'not_found', param: 'id' },
  });
});
