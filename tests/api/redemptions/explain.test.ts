/** Spent value leads to its redemption; returned value keeps its original source. */
import { describe, expect, test } from 'vitest';
import type { BalanceExplanation } from '@/contract/explain';
import { shop, type TestShop } from '@tests/support/redemptions';

const explained = async (club: TestShop) => {
  const { status, body } = await club.api.get<BalanceExplanation>(`/participants/${club.participant.id}/balances/explain`);
  expect(status).toBe(200);
  return body.data.map(({ amount, held, spent }) => ({
    amount,
    held,
    spent: spent.map((part) => [part.type, part.amount, part.redemption_id]),
  }));
};

describe.each(['SIMPLE', 'LOT'] as const)('of a %s asset', (inventory_mode) => {
  test('spent units name their redemption, instant or captured, and pending ones are still held', async () => {
    const club = await shop({ inventory_mode });
    const instant = await club.redeemed({ amount: '10' });
    const captured = await club.reserved({ amount: '20' });
    await club.act('capture', captured);
    await club.act('cancel', await club.reserved({ amount: '5' }));
    await club.reserved({ amount: '30' });
    await club.post({ type: 'DEBIT', amount: '1' });
    expect(await explained(club)).toEqual([
      {
        amount: '100.00',
        held: { available: '39.00', held: '30.00', deferred: '0.00' },
        spent: [
          ['REDEEM', '10.00', instant.id],
          ['CAPTURE', '20.00', captured.id],
          ['DEBIT', '1.00', null],
        ],
      },
    ]);
  });

  test('what a reversal gave back is spent no longer and still the credit that it came from', async () => {
    const club = await shop({ inventory_mode });
    const done = await club.redeemed({ amount: '10' });
    await club.reverse(done, { amount: '4' });
    const held = { available: '94.00', held: '0.00', deferred: '0.00' };
    expect(await explained(club)).toEqual([{ amount: '100.00', held, spent: [['REDEEM', '6.00', done.id]] }]);
    await club.reverse(done, { amount: '6' });
    expect(await explained(club)).toEqual([{ amount: '100.00', held: { ...held, available: '100.00' }, spent: [] }]);
  });
});

test('what came back to a lot that had expired was spent by the expiry', async () => {
  const club = await shop({ inventory_mode: 'LOT', terms: { expires_in: '1d' } });
  const done = await club.redeemed({ amount: '10' });
  await club.advance('2d');
  await club.reverse(done, { amount: '4' });
  const [portion] = await explained(club);
  expect(portion).toMatchObject({ amount: '100.00', held: { available: '0.00' } });
  expect(portion?.spent).toEqual([
    ['REDEEM', '6.00', done.id],
    ['EXPIRE', '90.00', null],
    ['EXPIRE', '4.00', null],
  ]);
});
