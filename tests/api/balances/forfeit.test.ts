/** What a forfeit may be limited to, and where its value goes. */
import { expect, test } from 'vitest';
import { ledger, snapshot } from '@tests/support/ledger';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

test('the bucket has to be named, and so has the amount', async () => {
  const club = await ledger();
  await club.post();
  for (const body of [{ amount: '1' }, { bucket: 'AVAILABLE' }])
    expect(await club.command('forfeit', body)).toMatchObject({ status: 400, body: { code: 'validation_error' } });
});

test('the value goes to breakage, and nothing of it back to the wallet', async () => {
  const club = await ledger({ issuance_policy: 'PREFUNDED' });
  await club.wallet('fund', { amount: '100' });
  await club.post({ amount: '10' });
  await club.command('forfeit', { bucket: 'AVAILABLE', amount: '4' });
  expect((await club.api.get('/reports/trial-balance')).body).toMatchObject({
    data: [
      { account_type: 'PARTICIPANT', balance: '6.00' },
      { account_type: 'PROGRAM_WALLET', balance: '90.00' },
      { account_type: 'SYSTEM_ISSUANCE', balance: '-100.00' },
      { account_type: 'SYSTEM_BREAKAGE', balance: '4.00' },
    ].sort((a, b) => a.account_type.localeCompare(b.account_type)),
  });
});

test.each(['SIMPLE', 'LOT'] as const)(
  'more than there is in the bucket of a %s asset is insufficient_funds and changes no row',
  async (inventory_mode) => {
    const club = await ledger({ inventory_mode });
    await club.post({ amount: '10' });
    await club.command('hold', { amount: '4', reference_id: 'r' });
    const before = await snapshot(club.id);
    for (const [bucket, amount] of [
      ['AVAILABLE', '6.01'],
      ['HELD', '4.01'],
    ]) {
      expect(await club.command('forfeit', { bucket, amount })).toMatchObject({
        status: 422,
        body: { code: 'insufficient_funds', param: 'amount' },
      });
    }
    expect(await club.command('forfeit', { bucket: 'HELD', amount: '1', reference_id: 'other' })).toMatchObject({
      status: 404,
      body: { code: 'not_found', param: 'reference_id' },
    });
    expect(await snapshot(club.id)).toEqual(before);
  },
);

test('lots under several holds can be chosen by id, whatever hold is older', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  for (const reference_id of ['older', 'newer']) await club.post({ amount: '5', bucket: 'HELD', reference_id });
  const [, newer] = (await club.lots('?status=HELD')).data;
  const { body } = await club.command('forfeit', { bucket: 'HELD', amount: '3', lot_ids: [newer!.id] });
  expect(body).toMatchObject({ lots_processed: [{ id: newer!.id, amount: '3.00' }], balance: { held: '7.00' } });
  expect(await club.command('release', { amount: '5', reference_id: 'older' })).toMatchObject({ status: 200 });
  expect(await club.command('release', { amount: '2.01', reference_id: 'newer' })).toMatchObject({ status: 422 });
});

test('lot_ids that name lots of another bucket leave nothing to forfeit; those that name none of the balance are invalid_filter', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  await club.post({ amount: '5' });
  await club.post({ amount: '5', bucket: 'HELD', reference_id: 'r' });
  const [held] = (await club.lots('?status=HELD')).data;
  const forfeit = (...lot_ids: string[]) => club.command('forfeit', { bucket: 'AVAILABLE', amount: '1', lot_ids });
  expect(await forfeit(held!.id)).toMatchObject({ status: 422, body: { code: 'insufficient_funds', details: { available: '0.00' } } });
  const other = await ledger({ inventory_mode: 'LOT' });
  await other.post({ amount: '5' });
  const [foreign] = (await other.lots()).data;
  for (const id of [UNKNOWN, foreign!.id])
    expect(await forfeit(held!.id, id)).toMatchObject({ status: 400, body: { code: 'invalid_filter', param: 'lot_ids[1]' } });
});

test.each(['forfeit', 'hold', 'release', 'void-hold'] as const)(
  '%s refuses filters that are malformed or exclude each other',
  async (verb) => {
    const club = await ledger({ inventory_mode: 'LOT' });
    await club.post({ amount: '5' });
    const [from, to] = ['2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z'];
    for (const [filter, param] of [
      [{ earned_from: from, earned_to: to }, 'earned_to'],
      [{ earned_from: from, earned_to: from }, 'earned_to'],
      [{ earned_from: 'yesterday' }, 'earned_from'],
    ] as const)
      expect(
        await club.command(verb, { amount: '1', reference_id: 'r', ...(verb === 'forfeit' && { bucket: 'AVAILABLE' }), ...filter }),
      ).toMatchObject({
        status: 400,
        body: { code: 'invalid_filter', param },
      });
    expect((await club.balance()).available).toBe('5.00');
  },
);

test('earned_from is inclusive and earned_to exclusive, to the millisecond', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  await club.post({ amount: '5' });
  const { created_at } = (await club.lots()).data[0]!;
  const forfeit = (filter: Record<string, unknown>) => club.command('forfeit', { bucket: 'AVAILABLE', amount: '1', ...filter });
  expect((await forfeit({ earned_to: created_at })).status).toBe(422);
  expect((await forfeit({ earned_from: new Date(Date.parse(created_at) + 1).toISOString() })).status).toBe(422);
  expect((await forfeit({ earned_from: created_at, earned_to: new Date(Date.parse(created_at) + 1).toISOString() })).status).toBe(200);
});

test('an overdrawn balance has nothing to forfeit', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  await club.post({ type: 'DEBIT', amount: '5', shortfall_policy: 'ALLOW_NEGATIVE' });
  expect(await club.command('forfeit', { bucket: 'AVAILABLE', amount: '1' })).toMatchObject({
    status: 422,
    body: { code: 'insufficient_funds' },
  });
});
