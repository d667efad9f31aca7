/** Value that expires: summed exactly for each asset, and each lot told once. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOf, sumAmounts } from '@/domain/money';
import { expiringValue, type EarlierNotice, type ExpiringLot } from '@/domain/notices/expiring-value';

const at = (day: number, ms = 0): Date => new Date(Date.UTC(2026, 2, day) + ms);
const lot = (remaining: string, expiresOn: number, more: Partial<ExpiringLot> = {}): ExpiringLot => ({
  assetId: 'a',
  symbol: 'PTS',
  scale: 2,
  remaining: amountOf(remaining),
  expiresAt: at(expiresOn),
  createdAt: at(1),
  ...more,
});
const ANY = { minAmount: null, timeZone: 'UTC' };

test('amounts are summed for each asset, what expires first comes first', () => {
  const lots = [lot('1.10', 9), lot('2.20', 7), lot('5', 8, { assetId: 'b', symbol: 'EUR', scale: 0 })];
  expect(expiringValue(lots, [], ANY)).toEqual({
    kind: 'VALUE_EXPIRES',
    asset: 'PTS',
    amount: '3.30',
    first_expires_at: '2026-03-07T00:00:00.000Z',
    first_on: '2026-03-07',
    values: [
      { asset_id: 'a', asset: 'PTS', amount: '3.30', first_expires_at: '2026-03-07T00:00:00.000Z', first_on: '2026-03-07' },
      { asset_id: 'b', asset: 'EUR', amount: '5', first_expires_at: '2026-03-08T00:00:00.000Z', first_on: '2026-03-08' },
    ],
  });
});

test('less than the least amount of an asset is not told, nor is what was told before', () => {
  expect(expiringValue([lot('9.99', 7)], [], { ...ANY, minAmount: '10' })).toBeNull();
  expect(expiringValue([lot('10', 7)], [], { ...ANY, minAmount: '10' })).not.toBeNull();
  expect(expiringValue([], [], ANY)).toBeNull();
  const earlier: EarlierNotice[] = [{ sentAt: at(2), coversUntil: at(8) }];
  expect(expiringValue([lot('1', 7)], earlier, ANY)).toBeNull();
  expect(expiringValue([lot('1', 8)], earlier, ANY)).toMatchObject({ amount: '1.00' });
  expect(expiringValue([lot('1', 7, { createdAt: at(3) })], earlier, ANY)).toMatchObject({ amount: '1.00' });
});

test('whatever lots there are, sums are exact, and a notice that covers them all is followed by none', () => {
  const anyLot = fc
    .record({ cents: fc.integer({ min: 1, max: 10 ** 9 }), day: fc.integer({ min: 2, max: 20 }), asset: fc.constantFrom('a', 'b', 'c') })
    .map(({ cents, day, asset }) => lot((cents / 100).toFixed(2), day, { assetId: asset, symbol: asset }));
  fc.assert(
    fc.property(fc.array(anyLot, { minLength: 1, maxLength: 12 }), (lots) => {
      const told = expiringValue(lots, [], ANY);
      const total = sumAmounts(told?.values.map(({ amount }) => amountOf(amount)) ?? []);
      expect(total.equals(sumAmounts(lots.map(({ remaining }) => remaining)))).toBe(true);
      expect(expiringValue(lots, [{ sentAt: at(1, 1), coversUntil: at(21) }], ANY)).toBeNull();
    }),
  );
});
