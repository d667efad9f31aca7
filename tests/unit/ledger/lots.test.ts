import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { advance } from '@/domain/ledger/advance';
import { hold, release } from '@/domain/ledger/hold';
import { consumptionOrder, lotsIn, overdraftOf, takeInOrder, totalOf } from '@/domain/ledger/lots';
import { amountOf, sumAmounts } from '@/domain/money';
import { ADA, buckets, contextOf, day, isWhole, lot, LOT_ASSET, lotAccount, NOW, shown } from './support';

const ids = (lots: readonly { id: string }[]) => lots.map(({ id }) => id).join(' ');
const order = (reference: string | null, amount: string) => ({
  holder: ADA,
  description: null,
  referenceId: reference,
  cause: null,
  amount: amountOf(amount),
  filter: {},
});

describe('the order of consumption', () => {
  test('is first-expiring first, never-expiring last, then oldest, then id', () => {
    const lots = [
      lot('never-young', '1'),
      lot('never-old', '1', { earnedAt: day(-5) }),
      lot('late', '1', { expiresAt: day(90), earnedAt: day(-9) }),
      lot('soon-b', '1', { expiresAt: day(3) }),
      lot('soon-a', '1', { expiresAt: day(3) }),
      lot('soon-old', '1', { expiresAt: day(3), earnedAt: day(-1) }),
    ];
    expect(ids([...lots].sort(consumptionOrder))).toBe('soon-old soon-a soon-b late never-old never-young');
  });

  test('gives a part of a lot the turn of the lot it was split from', () => {
    const lots = [lot('c-part-of-a', '1', { parentId: 'a' }), lot('b', '1'), lot('a', '1'), lot('d-part-of-b', '1', { parentId: 'b' })];
    expect(ids([...lots].sort(consumptionOrder))).toBe('a c-part-of-a b d-part-of-b');
  });

  test('is one order, however the lots were shuffled', () => {
    const lots = Array.from({ length: 12 }, (_, index) =>
      lot(`lot-${index}`, '1', { expiresAt: index % 3 === 0 ? null : day(index % 4), earnedAt: day(-(index % 2)) }),
    );
    const expected = ids([...lots].sort(consumptionOrder));
    fc.assert(
      fc.property(fc.shuffledSubarray(lots, { minLength: lots.length }), (shuffled) => ids(shuffled.sort(consumptionOrder)) === expected),
    );
  });
});

describe('taking from lots', () => {
  const three = [lot('a', '2'), lot('b', '3'), lot('c', '5')];

  test.each([
    ['0.01', 'a 0.01'],
    ['2', 'a 2'],
    ['2.01', 'a 2, b 0.01'],
    ['10', 'a 2, b 3, c 5'],
    ['11', 'a 2, b 3, c 5'],
    ['0', ''],
  ])('%s takes "%s", as far as they reach and never more than is left', (amount, expected) => {
    const shares = takeInOrder(three, amountOf(amount));
    expect(shares.map((share) => `${share.lot.id} ${share.amount.toFixed()}`).join(', ')).toBe(expected);
    expect(totalOf(shares).lessThanOrEqualTo(amount)).toBe(true);
  });

  test('looks only at what is left of a lot', () => {
    const [share] = takeInOrder([lot('a', '10', { remaining: amountOf('1') })], amountOf('5'));
    expect(share?.amount.toFixed()).toBe('1');
  });
});

describe('a filter', () => {
  const lots = [
    lot('old', '1', { earnedAt: day(-2) }),
    lot('yesterday', '1', { earnedAt: day(-1) }),
    lot('today', '1'),
    lot('held', '1', { bucket: 'HELD' }),
    lot('other', '1', { bucket: 'HELD', holdReference: 'other' }),
  ];

  test('leaves lots of one bucket only', () => {
    expect(ids(lotsIn(lots, 'AVAILABLE'))).toBe('old yesterday today');
    expect(ids(lotsIn(lots, 'DEFERRED'))).toBe('');
  });

  test('includes the time from which and excludes the time to which lots were earned', () => {
    expect(ids(lotsIn(lots, 'AVAILABLE', { earnedFrom: day(-1) }))).toBe('yesterday today');
    expect(ids(lotsIn(lots, 'AVAILABLE', { earnedTo: day(-1) }))).toBe('old');
    expect(ids(lotsIn(lots, 'AVAILABLE', { earnedFrom: day(-1), earnedTo: NOW }))).toBe('yesterday');
  });

  test('by ids, by hold and by time holds all at once', () => {
    expect(ids(lotsIn(lots, 'AVAILABLE', { lotIds: new Set(['old', 'held']) }))).toBe('old');
    expect(ids(lotsIn(lots, 'HELD', { holdReference: 'other' }))).toBe('other');
    expect(ids(lotsIn(lots, 'HELD', { holdReference: 'other', lotIds: new Set(['held']) }))).toBe('');
  });
});

describe('the overdraft', () => {
  test('is what AVAILABLE stands below its lots', () => {
    expect(overdraftOf([], amountOf('-3')).toFixed()).toBe('3');
    expect(overdraftOf([lot('a', '5'), lot('h', '9', { bucket: 'HELD' })], amountOf('5')).toFixed()).toBe('0');
  });

  test('is a broken invariant when lots hold less than AVAILABLE', () => {
    expect(() => overdraftOf([lot('a', '5')], amountOf('5.01'))).toThrow(expect.objectContaining({ name: 'InvariantViolation' }));
  });
});

describe('a lot that is held', () => {
  test('whole, stays the same lot', () => {
    const account = lotAccount([lot('a', '5', { expiresAt: day(3) })]);
    const after = advance(account, hold(contextOf(LOT_ASSET), account, order('r', '5')), NOW);
    expect(shown(after)).toEqual(['a r 5/5']);
  });

  test('in part, is split: the part keeps the terms, the age and the lot it came from', () => {
    const account = lotAccount([lot('a', '5', { expiresAt: day(3), maturesAt: day(-1), earnedAt: day(-2) })]);
    const decision = hold(contextOf(LOT_ASSET), account, order('r', '2'));
    const [part] = decision.lots;
    expect(part?.lot).toMatchObject({
      parentId: 'a',
      expiresAt: day(3),
      maturesAt: day(-1),
      earnedAt: day(-2),
      bucket: 'HELD',
      holdReference: 'r',
      provisional: false,
    });
    const after = advance(account, decision, NOW);
    expect(shown(after).sort()).toEqual(['a AVAILABLE 3/5', `${part!.lot.id} r 2/2`].sort());
    expect(isWhole(after)).toBe(true);
  });

  test('in part and released again, is whole as before, in parts or at once', () => {
    const account = lotAccount([lot('a', '5', { expiresAt: day(3) })]);
    const context = contextOf(LOT_ASSET);
    let current = advance(account, hold(context, account, order('r', '4')), NOW);
    for (const part of ['1', '0.5', '2.5']) current = advance(current, release(context, current, { ...order('r', part) }), NOW);
    expect(shown(current)).toEqual(['a AVAILABLE 5/5']);
    expect(current.holds).toEqual([]);
  });

  test('comes back as a lot of its own when the one it left was spent or lies elsewhere', () => {
    const context = contextOf(LOT_ASSET);
    const account = lotAccount([
      lot('b', '4', { bucket: 'HELD', parentId: 'a', expiresAt: day(3) }),
      lot('a', '6', { bucket: 'HELD', holdReference: 'other', expiresAt: day(3) }),
    ]);
    const whole = advance(account, release(context, account, order('order-1', '4')), NOW);
    expect(shown(whole)).toEqual(['a other 6/6', 'b AVAILABLE 4/4']);
    const gone = lotAccount([lot('b', '4', { bucket: 'HELD', parentId: 'a' })]);
    const decision = release(context, gone, order('order-1', '1'));
    expect(decision.lots.map((made) => made.lot.parentId)).toEqual(['b']);
    expect(shown(advance(gone, decision, NOW))).toEqual(['b order-1 3/4', `${decision.lots[0]!.lot.id} AVAILABLE 1/1`]);
  });

  test('is never merged into a lot with other terms', () => {
    const account = lotAccount([lot('a', '6', { expiresAt: day(9) }), lot('b', '4', { bucket: 'HELD', parentId: 'a', expiresAt: day(3) })]);
    expect(shown(advance(account, release(contextOf(LOT_ASSET), account, order(null, '4')), NOW))).toEqual([
      'b AVAILABLE 4/4',
      'a AVAILABLE 6/6',
    ]);
  });
});

test('holding and releasing any amounts in any order loses nothing and ends in the lots it began with', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(amounts, (cents) => {
      const context = contextOf(LOT_ASSET);
      const account = lotAccount([lot('a', '10', { expiresAt: day(1) }), lot('b', '20', { expiresAt: day(2) }), lot('c', '7')]);
      let current = account;
      for (const [index, units] of cents.entries())
        current = advance(current, hold(context, current, order(`r${index % 3}`, `${units / 100}`)), day(index));
      expect(isWhole(current)).toBe(true);
      const held = sumAmounts(current.holds.map(({ amount }) => amount));
      current = advance(current, release(context, current, { ...order(null, held.toFixed()) }), NOW);
      expect(buckets(current)).toBe('37/0/0');
      expect(isWhole(current)).toBe(true);
      const byExpiry = (state: typeof current) =>
        [...Map.groupBy(state.lots, (each) => each.expiresAt?.getTime() ?? 0)]
          .map(([at, some]) => `${at} ${sumAmounts(some.map((each) => each.remaining)).toFixed()}`)
          .sort();
      expect(byExpiry(current)).toEqual(byExpiry(account));
    }),
  );
});
