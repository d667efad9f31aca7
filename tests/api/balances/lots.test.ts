import { expect, test } from 'vitest';
import type { BalanceOperationResult, BalanceAdjustmentResult, LotPage } from '@/contract/balance';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

/** A sandbox club with a LOT asset and one participant, and shorthands for its balance routes. */
async function lotClub(settings: Parameters<typeof programWithAsset>[0] = {}) {
  const club = await programWithAsset({ inventory_mode: 'LOT', mode: 'SANDBOX', ...settings });
  await club.api.post('/participants', { external_id: 'ada', program_id: club.program.id });
  const target = { program_id: club.program.id, asset_id: club.asset.id, description: 'test' };
  const post = <T>(path: string, body: Record<string, unknown>) =>
    club.api.post<T>(`/participants/ext:ada/balances/${path}`, { ...target, ...body });
  return {
    ...club,
    credit: (amount: string, more: Record<string, unknown> = {}) =>
      post<BalanceAdjustmentResult>('adjust', { type: 'CREDIT', amount, ...more }),
    debit: (amount: string, more: Record<string, unknown> = {}) =>
      post<BalanceAdjustmentResult>('adjust', { type: 'DEBIT', amount, ...more }),
    command: (path: string, body: Record<string, unknown>) => post<BalanceOperationResult>(path, body),
    lots: async (query = '') => (await club.api.get<LotPage>(`/participants/ext:ada/balances/lots${query}`)).body,
    advance: (by: string) => club.api.post('/sandbox/clock/advance', { by }),
  };
}

const statuses = (page: LotPage) => page.data.map(({ status, amount, remaining }) => `${status} ${remaining}/${amount}`);
const balanceOf = async (club: TestProgram) => {
  const { body } = await club.api.get<{ data: { available: string; held: string; deferred: string }[] }>('/participants/ext:ada/balances');
  const [row] = body.data;
  return `${row!.available}/${row!.held}/${row!.deferred}`;
};

test('each credit makes a lot, and a debit consumes first-expiring first, then oldest, never-expiring last', async () => {
  const club = await lotClub();
  await club.credit('5');
  await club.credit('5', { expires_in: '60d' });
  await club.credit('5', { expires_in: '30d' });
  expect(statuses(await club.lots())).toEqual(['AVAILABLE 5.00/5.00', 'AVAILABLE 5.00/5.00', 'AVAILABLE 5.00/5.00']);
  await club.debit('7');
  expect(statuses(await club.lots())).toEqual(['CONSUMED 0.00/5.00', 'AVAILABLE 3.00/5.00', 'AVAILABLE 5.00/5.00']);
  expect((await club.lots()).availability).toEqual({
    gross_available_lot_total: '8.00',
    ledger_available_balance: '8.00',
    overdraft_offset: '0.00',
    spendable_available: '8.00',
  });
});

test('a lot that matures later is DEFERRED until then, and AVAILABLE after', async () => {
  const club = await lotClub();
  expect((await club.credit('4', { matures_in: '10d', expires_in: '40d' })).body).toMatchObject({
    bucket: 'DEFERRED',
    balance: { available: '0.00', deferred: '4.00' },
  });
  await club.advance('10d');
  expect(await balanceOf(club)).toBe('4.00/0.00/0.00');
  expect(statuses(await club.lots())).toEqual(['AVAILABLE 4.00/4.00']);
});

test('a lot expires at its time into breakage, with one entry for the account', async () => {
  const club = await lotClub();
  await club.credit('4', { expires_in: '10d' });
  await club.credit('3', { expires_in: '10d' });
  await club.command('hold', { amount: '1', reference_id: 'order-1' });
  expect((await club.advance('11d')).body).toMatchObject({ performed: { lots: 2 } });
  expect(await balanceOf(club)).toBe('0.00/0.00/0.00');
  expect(new Set(statuses(await club.lots()).map((text) => text.split(' ')[0]))).toEqual(new Set(['EXPIRED']));
});

test('what is held leaves AVAILABLE, lies under its reference, and comes back into the lot it left', async () => {
  const club = await lotClub();
  await club.credit('10', { expires_in: '30d' });
  const held = await club.command('hold', { amount: '4', reference_id: 'order-1' });
  expect(held).toMatchObject({
    status: 200,
    body: {
      operation: 'HOLD',
      amount_processed: '4.00',
      balance: { available: '6.00', held: '4.00' },
      lots_processed: [{ amount: '4.00' }],
    },
  });
  expect(statuses(await club.lots('?status=HELD&reference_id=order-1'))).toEqual(['HELD 4.00/4.00']);
  await club.command('release', { amount: '1', reference_id: 'order-1' });
  expect(await balanceOf(club)).toBe('7.00/3.00/0.00');
  await club.command('release', { amount: '3' });
  expect(statuses(await club.lots('?status=AVAILABLE'))).toEqual(['AVAILABLE 10.00/10.00']);
});

test('a partial release frees last what would expire first', async () => {
  const club = await lotClub();
  await club.credit('2', { expires_in: '10d' });
  await club.credit('2', { expires_in: '90d' });
  await club.command('hold', { amount: '4', reference_id: 'r' });
  await club.command('release', { amount: '2', reference_id: 'r' });
  const [soon, late] = (await club.lots()).data;
  expect([soon!.status, late!.status]).toEqual(['HELD', 'AVAILABLE']);
});

test('release refuses an unknown reference with 404 and more than is held with insufficient_funds', async () => {
  const club = await lotClub();
  await club.credit('5');
  await club.command('hold', { amount: '2', reference_id: 'r' });
  expect(await club.command('release', { amount: '1', reference_id: 'unknown' })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
  expect(await club.command('release', { amount: '3', reference_id: 'r' })).toMatchObject({
    status: 422,
    body: { code: 'insufficient_funds' },
  });
  expect(await balanceOf(club)).toBe('3.00/2.00/0.00');
});

test('a settlement above the hold draws the rest from issuance, one below returns the rest', async () => {
  const club = await lotClub();
  await club.credit('10', { bucket: 'HELD', reference_id: 'over' });
  expect((await club.credit('12', { reference_id: 'over' })).body).toMatchObject({
    message: expect.stringContaining('Settled 12.00') as string,
    balance: { available: '12.00', held: '0.00' },
  });
  await club.credit('10', { bucket: 'HELD', reference_id: 'under', expires_in: '30d' });
  expect((await club.credit('8', { reference_id: 'under' })).body).toMatchObject({ balance: { available: '20.00', held: '0.00' } });
  const live = (await club.lots('?status=AVAILABLE')).data;
  expect(live.map((lot) => lot.remaining)).toEqual(['8.00', '10.00', '2.00']);
  expect(live[0]!.expires_at).not.toBeNull();
});

test('void-hold takes back what was issued into HELD and leaves what was reserved', async () => {
  const club = await lotClub();
  await club.credit('5');
  await club.command('hold', { amount: '2', reference_id: 'r' });
  await club.credit('7', { bucket: 'HELD', reference_id: 'r' });
  expect(await club.command('void-hold', { reference_id: 'r', amount: '6' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_amount' },
  });
  expect((await club.command('void-hold', { reference_id: 'r' })).body).toMatchObject({
    operation: 'VOID_HOLD',
    amount_processed: '7.00',
    balance: { available: '3.00', held: '2.00' },
  });
  expect(await club.command('void-hold', { reference_id: 'r' })).toMatchObject({ status: 400, body: { code: 'invalid_operation' } });
});

test('void-hold is refused for a SIMPLE asset', async () => {
  const club = await lotClub({ inventory_mode: 'SIMPLE' });
  await club.credit('7', { bucket: 'HELD', reference_id: 'r' });
  expect(await club.command('void-hold', { reference_id: 'r' })).toMatchObject({ status: 400, body: { code: 'invalid_operation' } });
});

test('forfeit can be narrowed to lots and to when they were earned', async () => {
  const club = await lotClub();
  await club.credit('5');
  await club.advance('1d');
  await club.credit('5');
  const [first, second] = (await club.lots()).data;
  expect((await club.command('forfeit', { bucket: 'AVAILABLE', amount: '2', lot_ids: [second!.id] })).body).toMatchObject({
    lots_processed: [{ id: second!.id, amount: '2.00' }],
  });
  expect(await club.command('forfeit', { bucket: 'AVAILABLE', amount: '6', earned_to: second!.created_at })).toMatchObject({
    status: 422,
    body: { code: 'insufficient_funds' },
  });
  expect((await club.command('forfeit', { bucket: 'AVAILABLE', amount: '5', earned_to: second!.created_at })).body.lots_processed).toEqual([
    { id: first!.id, amount: '5.00' },
  ]);
});

test('forfeit still works on a closed participant and an archived asset, and not on a suspended participant', async () => {
  const club = await lotClub();
  await club.credit('5');
  await club.api.patch('/participants/ext:ada', { status: 'SUSPENDED' });
  expect(await club.command('forfeit', { bucket: 'AVAILABLE', amount: '1' })).toMatchObject({
    status: 409,
    body: { code: 'participant_inactive' },
  });
  await club.api.patch('/participants/ext:ada', { status: 'CLOSED' });
  await club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' });
  expect(await club.command('forfeit', { bucket: 'AVAILABLE', amount: '1' })).toMatchObject({
    status: 200,
    body: { amount_processed: '1.00' },
  });
  expect(await club.command('hold', { amount: '1', reference_id: 'r' })).toMatchObject({ status: 409 });
});

test('an overdraft is shown beside the lots, and later credits fill it first', async () => {
  const club = await lotClub();
  await club.credit('3');
  await club.debit('5', { shortfall_policy: 'ALLOW_NEGATIVE' });
  expect((await club.lots()).availability).toEqual({
    gross_available_lot_total: '0.00',
    ledger_available_balance: '-2.00',
    overdraft_offset: '2.00',
    spendable_available: '0.00',
  });
  await club.credit('10');
  expect(statuses(await club.lots('?status=AVAILABLE'))).toEqual(['AVAILABLE 8.00/10.00']);
  expect((await club.lots()).availability).toMatchObject({ gross_available_lot_total: '8.00', overdraft_offset: '0.00' });
});

test('terms that make no sense are refused with the code that says why', async () => {
  const club = await lotClub();
  const refused = async (terms: Record<string, unknown>) => {
    const { status, body } = await club.credit('1', terms);
    return `${status} ${(body as unknown as { code: string }).code}`;
  };
  expect(await refused({ expires_at: 'tomorrow' })).toBe('400 invalid_lot_lifecycle');
  expect(await refused({ expires_in: '30x' })).toBe('400 invalid_lot_lifecycle');
  expect(await refused({ expires_at: '2001-01-01T00:00:00Z' })).toBe('400 invalid_expiration');
  expect(await refused({ expires_in: '1d', matures_in: '2d' })).toBe('400 invalid_lot_lifecycle_order');
  expect(await refused({ expires_in: '1d', expires_at: '2100-01-01T00:00:00Z' })).toBe('400 invalid_request');
  expect(await refused({ bucket: 'DEFERRED' })).toBe('400 invalid_lot_lifecycle');
  expect(await refused({ bucket: 'HELD' })).toBe('400 missing_reference_id');
  expect(await refused({ bucket: 'HELD', reference_id: 'service:x' })).toBe('400 reserved_reference_id');
});

test('a rule can credit lots with terms of their own', async () => {
  const club = await lotClub();
  await club.addRule({ actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '6', matures_in: '1d', expires_in: '10d' }] });
  await club.sendAndProcess({});
  expect(await balanceOf(club)).toBe('0.00/0.00/6.00');
  await club.advance('1d');
  expect(await balanceOf(club)).toBe('6.00/0.00/0.00');
  await club.advance('10d');
  expect(await balanceOf(club)).toBe('0.00/0.00/0.00');
});
