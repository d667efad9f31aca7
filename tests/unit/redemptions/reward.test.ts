import { describe, expect, test } from 'vitest';
import { REWARD_STATUSES, type RewardStatus } from '@/domain/choices';
import {
  applyRewardChange,
  assertInStock,
  assertRedeemable,
  orderOf,
  statusByStock,
  type RedemptionType,
  type RewardSettings,
  type RewardStock,
} from '@/domain/redemptions/reward';
import { assetWith, day, NOW } from '../ledger/support';

type Reward = RewardSettings & RewardStock & { redemption_type: RedemptionType; deleted_at: Date | null; updated_at: Date };

const reward = (fields: Partial<Reward> = {}): Reward => ({
  name: 'Mug',
  description: null,
  category: null,
  image_url: null,
  metadata: {},
  redemption_type: 'UNIT_BASED',
  status: 'ACTIVE',
  unit_cost: '10',
  max_total: null,
  max_per_participant: null,
  redeemed_count: 0,
  available_from: null,
  available_until: null,
  deleted_at: null,
  updated_at: day(-1),
  ...fields,
});
const refused = (code: string, more: object = {}) => expect.objectContaining({ code, ...more });

/** The states that a person can move a reward to, by current state. */
const MOVES: Record<RewardStatus, RewardStatus[]> = {
  DRAFT: ['ACTIVE', 'ARCHIVED'],
  ACTIVE: ['OUT_OF_STOCK', 'ARCHIVED'],
  OUT_OF_STOCK: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: [],
};

describe('a change of a reward', () => {
  test.each(REWARD_STATUSES.flatMap((from) => REWARD_STATUSES.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'from %s to %s',
    (from, to) => {
      const change = () => applyRewardChange(reward({ status: from }), { status: to }, 2, NOW);
      if (MOVES[from].includes(to))
        expect(change()).toMatchObject({ status: to, updated_at: NOW, deleted_at: to === 'ARCHIVED' ? NOW : null });
      else expect(change).toThrow(refused('invalid_status'));
    },
  );

  test('to what it already is leaves the very same reward, archived or not', () => {
    for (const status of REWARD_STATUSES) {
      const before = reward({ status, metadata: { a: [1] }, available_from: day(1) });
      expect(applyRewardChange(before, { status, name: 'Mug', metadata: { a: [1] }, available_from: day(1) }, 2, NOW)).toBe(before);
    }
  });

  test('of an archived one is refused', () => {
    expect(() => applyRewardChange(reward({ status: 'ARCHIVED' }), { name: 'Cup' }, 2, NOW)).toThrow(refused('invalid_status'));
  });

  test('cannot bound it below what is redeemed, and closes it at exactly that', () => {
    const sold = reward({ redeemed_count: 3 });
    expect(() => applyRewardChange(sold, { max_total: 2 }, 2, NOW)).toThrow(refused('validation_error', { param: 'max_total' }));
    expect(applyRewardChange(sold, { max_total: 3 }, 2, NOW)).toMatchObject({ status: 'OUT_OF_STOCK' });
  });

  test('that raises the bound of one that sold out opens it again; what was closed by hand stays closed', () => {
    expect(applyRewardChange(reward({ status: 'OUT_OF_STOCK', max_total: 3, redeemed_count: 3 }), { max_total: 4 }, 2, NOW)).toMatchObject({
      status: 'ACTIVE',
    });
    expect(applyRewardChange(reward({ status: 'OUT_OF_STOCK', max_total: 3, redeemed_count: 1 }), { max_total: 4 }, 2, NOW)).toMatchObject({
      status: 'OUT_OF_STOCK',
    });
  });

  test('to ACTIVE without stock is invalid_status', () => {
    expect(() =>
      applyRewardChange(reward({ status: 'OUT_OF_STOCK', max_total: 3, redeemed_count: 3 }), { status: 'ACTIVE' }, 2, NOW),
    ).toThrow(refused('invalid_status'));
  });

  test.each([
    ['a unit cost beyond the scale', { unit_cost: '1.001' }, 'invalid_amount', 'unit_cost'],
    ['no unit cost', { unit_cost: null }, 'validation_error', 'unit_cost'],
    ['a window that ends before it begins', { available_from: day(2), available_until: day(2) }, 'validation_error', 'available_until'],
  ])('to %s is refused', (_, change, code, param) => {
    expect(() => applyRewardChange(reward(), change, 2, NOW)).toThrow(refused(code, { param }));
  });

  test('cannot give a unit cost to a reward redeemed by amount', () => {
    expect(() => applyRewardChange(reward({ redemption_type: 'AMOUNT_BASED', unit_cost: null }), { unit_cost: '1' }, 2, NOW)).toThrow(
      refused('validation_error', { param: 'unit_cost' }),
    );
  });
});

describe('stock', () => {
  test.each([
    ['the last unit closes an active reward', reward({ max_total: 2, redeemed_count: 1 }), 2, 'OUT_OF_STOCK'],
    ['a unit that is not the last changes nothing', reward({ max_total: 3, redeemed_count: 1 }), 2, 'ACTIVE'],
    ['an unbounded reward never sells out', reward({ redeemed_count: 9 }), 10, 'ACTIVE'],
    ['stock that returns opens what sold out', reward({ status: 'OUT_OF_STOCK', max_total: 2, redeemed_count: 2 }), 1, 'ACTIVE'],
    [
      'stock that returns leaves closed what was closed by hand',
      reward({ status: 'OUT_OF_STOCK', max_total: 3, redeemed_count: 2 }),
      1,
      'OUT_OF_STOCK',
    ],
    [
      'stock that returns to an archived reward leaves it archived',
      reward({ status: 'ARCHIVED', max_total: 2, redeemed_count: 2 }),
      1,
      'ARCHIVED',
    ],
  ])('%s', (_, before, redeemed_count, status) => {
    expect(statusByStock(before, { max_total: before.max_total, redeemed_count })).toBe(status);
  });

  test('bounds what can be redeemed in all and by one participant, and says what is left', () => {
    const bounded = reward({ max_total: 5, max_per_participant: 2, redeemed_count: 3 });
    expect(() => assertInStock(bounded, 2, 0)).not.toThrow();
    expect(() => assertInStock(bounded, 3, 0)).toThrow(refused('max_total_exceeded', { details: { remaining: 2 } }));
    expect(() => assertInStock(bounded, 2, 1)).toThrow(refused('max_per_participant_exceeded', { details: { limit: 2, remaining: 1 } }));
  });
});

describe('a reward', () => {
  test.each([
    ['a draft', { status: 'DRAFT' }, 'reward_unavailable'],
    ['archived', { status: 'ARCHIVED' }, 'reward_unavailable'],
    ['not available yet', { available_from: day(1) }, 'reward_unavailable'],
    ['no longer available', { available_until: NOW }, 'reward_unavailable'],
    ['out of stock', { status: 'OUT_OF_STOCK' }, 'max_total_exceeded'],
  ] as const)('that is %s cannot be redeemed: %s', (_, fields, code) => {
    expect(() => assertRedeemable(reward(fields), NOW)).toThrow(refused(code));
  });

  test('can be redeemed from the first instant of its window', () => {
    expect(() => assertRedeemable(reward({ available_from: NOW, available_until: day(1) }), NOW)).not.toThrow();
  });

  const price = (fields: Partial<Reward>, request: Parameters<typeof orderOf>[2]) => {
    const { quantity, unitCost, amount } = orderOf(reward(fields), assetWith(), request);
    return [quantity, unitCost.toFixed(), amount.toFixed()];
  };

  test('sold by the unit costs its unit cost times the quantity, one by default', () => {
    expect(price({ unit_cost: '2.5' }, {})).toEqual([1, '2.5', '2.5']);
    expect(price({ unit_cost: '2.5' }, { quantity: 3 })).toEqual([3, '2.5', '7.5']);
  });

  test('redeemed by amount costs that amount, once', () => {
    expect(price({ unit_cost: null }, { amount: '7.5' })).toEqual([1, '7.5', '7.5']);
  });

  test.each([
    ['an amount for one sold by the unit', {}, { amount: '1' }, 'invalid_request'],
    ['no amount for one redeemed by amount', { unit_cost: null }, {}, 'amount_required'],
    ['a quantity alone for one redeemed by amount', { unit_cost: null }, { quantity: 1 }, 'amount_required'],
    ['both for one redeemed by amount', { unit_cost: null }, { quantity: 1, amount: '1' }, 'invalid_request'],
    ['an amount beyond the scale', { unit_cost: null }, { amount: '1.001' }, 'invalid_amount'],
  ])('refuses %s', (_, fields, request, code) => {
    expect(() => price(fields, request)).toThrow(refused(code));
  });
});
