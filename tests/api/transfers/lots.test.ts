/** What happens to lots in a transfer, and what falls due before it. */
import { expect, test } from 'vitest';
import type { LotResource } from '@/contract/balance';
import { transferLedger, type TransferLedger } from '@tests/support/transfers';

const lotLedger = () => transferLedger({ inventory_mode: 'LOT', mode: 'SANDBOX' });
const lotsOf = async (club: TransferLedger, holder: string, query = '?status=AVAILABLE') =>
  (await club.api.get<{ data: LotResource[] }>(`/${holder}/balances/lots${query}`)).body.data;
const terms = (lots: readonly LotResource[]) =>
  lots.map(({ amount, remaining, expires_at, created_at }) => ({ amount, remaining, expires_at, created_at }));
const give = (amount: string, more: Record<string, unknown> = {}) => ({ recipients: [{ external_id: 'bob', amount }], ...more });

test('lots go first-expiring first, split where they go in part, and keep when they were earned and expire', async () => {
  const club = await lotLedger();
  await club.post({ amount: '5' });
  await club.post({ amount: '2', expires_in: '9d' });
  await club.post({ amount: '2', expires_in: '1d' });
  const [soon, later, never] = await lotsOf(club, 'participants/ext:ada');
  await club.move({
    recipients: [
      { external_id: 'bob', amount: '3' },
      { group_id: club.group.id, amount: '2' },
    ],
  });
  expect(terms(await lotsOf(club, 'participants/ext:bob'))).toEqual([
    { amount: '2.00', remaining: '2.00', expires_at: soon!.expires_at, created_at: soon!.created_at },
    { amount: '1.00', remaining: '1.00', expires_at: later!.expires_at, created_at: later!.created_at },
  ]);
  expect(terms(await lotsOf(club, `groups/${club.group.id}`))).toEqual([
    { amount: '1.00', remaining: '1.00', expires_at: later!.expires_at, created_at: later!.created_at },
    { amount: '1.00', remaining: '1.00', expires_at: null, created_at: never!.created_at },
  ]);
  expect(terms(await lotsOf(club, 'participants/ext:ada'))).toEqual([
    { amount: '5.00', remaining: '4.00', expires_at: null, created_at: never!.created_at },
  ]);
});

test('a lot that was transferred expires with its recipient, at its own time', async () => {
  const club = await lotLedger();
  await club.post({ amount: '5', expires_in: '2d' });
  await club.move(give('3'));
  await club.api.post('/sandbox/clock/advance', { by: '3d' });
  for (const [who, amount] of [
    ['ada', '5.00'],
    ['bob', '3.00'],
  ] as const) {
    expect(await club.availableOf(`participants/ext:${who}`)).toBe('0.00');
    expect(await lotsOf(club, `participants/ext:${who}`, '?status=EXPIRED')).toMatchObject([{ amount, remaining: '0.00' }]);
  }
});

test('with preserve_expiry false they never expire', async () => {
  const club = await lotLedger();
  await club.post({ amount: '5', expires_in: '2d' });
  expect(await club.move(give('3', { preserve_expiry: false }))).toMatchObject({ preserve_expiry: false });
  const [{ expires_at, created_at }] = (await lotsOf(club, 'participants/ext:bob')) as [LotResource];
  const [ada] = await lotsOf(club, 'participants/ext:ada');
  expect({ expires_at, created_at }).toEqual({ expires_at: null, created_at: ada!.created_at });
  await club.api.post('/sandbox/clock/advance', { by: '3d' });
  expect(await club.availableOf('participants/ext:bob')).toBe('3.00');
});

test('what has matured can be transferred, what has not yet cannot', async () => {
  const club = await lotLedger();
  await club.post({ amount: '5', matures_in: '1d' });
  expect(await club.transfer(give('3'))).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } });
  await club.api.post('/sandbox/clock/advance', { by: '1d' });
  await club.move(give('3'));
  expect(await lotsOf(club, 'participants/ext:bob')).toMatchObject([{ amount: '3.00', status: 'AVAILABLE' }]);
});

test('an overdraft of the recipient is filled first', async () => {
  const club = await lotLedger();
  await club.post({ amount: '10', expires_in: '9d' });
  const debit = {
    program_id: club.program.id,
    asset_id: club.asset.id,
    type: 'DEBIT',
    amount: '4',
    description: 'Test',
    shortfall_policy: 'ALLOW_NEGATIVE',
  };
  await club.api.post('/participants/ext:bob/balances/adjust', debit);
  await club.move(give('3'));
  expect(await club.availableOf('participants/ext:bob')).toBe('-1.00');
  await club.move(give('3'));
  expect(await club.availableOf('participants/ext:bob')).toBe('2.00');
  expect(terms(await lotsOf(club, 'participants/ext:bob'))).toMatchObject([{ amount: '3.00', remaining: '2.00' }]);
});

test('a lot that comes back by a second transfer is as old as it was', async () => {
  const club = await lotLedger();
  await club.post({ amount: '10', expires_in: '9d' });
  const before = terms(await lotsOf(club, 'participants/ext:ada'));
  await club.move(give('10'));
  await club.move({ source_external_id: 'bob', recipients: [{ external_id: 'ada', amount: '10' }] });
  expect(terms(await lotsOf(club, 'participants/ext:ada'))).toEqual(before);
});
