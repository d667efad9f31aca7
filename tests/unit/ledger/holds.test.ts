import { describe, expect, test } from 'vitest';
import type { AccountState } from '@/domain/ledger/accounts';
import { advance } from '@/domain/ledger/advance';
import { hold, release, type HoldCommand } from '@/domain/ledger/hold';
import { amountOf } from '@/domain/money';
import {
  accountWith,
  ADA,
  assetWith,
  buckets,
  contextOf,
  day,
  isWhole,
  legs,
  lot,
  LOT_ASSET,
  lotAccount,
  NOW,
  PROGRAM,
  REFERENCE,
  shown,
  refused,
} from './support';

const SIMPLE = contextOf(assetWith());
const LOTS = contextOf(LOT_ASSET);
const order = (amount: string, referenceId: string | null = REFERENCE, filter: HoldCommand['filter'] = {}): HoldCommand => ({
  holder: ADA,
  description: 'Test',
  referenceId,
  cause: null,
  amount: amountOf(amount),
  filter,
});
const held = (account: AccountState) => [...account.holds].map(({ reference, amount }) => `${reference} ${amount.toFixed()}`).sort();

/** 3 under r-old, 4 under r-new, of a SIMPLE asset. */
const twoHolds: AccountState = {
  ...accountWith({ available: '1', held: '7' }),
  holds: [
    { reference: 'r-new', amount: amountOf('4'), createdAt: day(-1) },
    { reference: 'r-old', amount: amountOf('3'), createdAt: day(-2) },
  ],
};

describe('a hold', () => {
  test('of a SIMPLE asset moves from AVAILABLE to HELD under its reference', () => {
    const account = accountWith({ available: '10' });
    const decision = hold(SIMPLE, account, order('4'));
    expect(legs(decision)).toEqual(['PARTICIPANT AVAILABLE -4', 'PARTICIPANT HELD order-1 4']);
    const after = advance(account, decision, NOW);
    expect([buckets(after), ...held(after)]).toEqual(['6/4/0', 'order-1 4']);
    expect(decision.webhooks).toEqual([
      {
        type: 'balance.held',
        data: {
          journal_entry_id: decision.entries[0]!.id,
          organization_id: 'organization',
          program_id: PROGRAM,
          participant_id: ADA.id,
          asset_id: 'asset',
          amount: '4.00',
        },
      },
    ]);
  });

  test('of a LOT asset takes first-expiring lots first', () => {
    const account = lotAccount([lot('never', '5'), lot('late', '5', { expiresAt: day(9) }), lot('soon', '5', { expiresAt: day(1) })]);
    const after = advance(account, hold(LOTS, account, order('6')), NOW);
    expect(
      shown(after)
        .map((text) => text.replace(/^entry\S+/, 'part'))
        .sort(),
    ).toEqual(['late AVAILABLE 4/5', 'never AVAILABLE 5/5', 'part order-1 1/1', 'soon order-1 5/5']);
    expect(isWhole(after)).toBe(true);
  });

  test('under a reference that exists adds to it and keeps its age', () => {
    const after = advance(twoHolds, hold(SIMPLE, twoHolds, order('1', 'r-old')), NOW);
    expect(held(after)).toEqual(['r-new 4', 'r-old 4']);
    expect(after.holds.find(({ reference }) => reference === 'r-old')?.createdAt).toEqual(day(-2));
  });

  test.each([
    ['without a reference', accountWith({ available: '10' }), order('1', null), 'missing_reference_id'],
    ['of a hundredth too much', accountWith({ available: '10' }), order('10.01'), 'insufficient_funds'],
    ['on an overdrawn balance', accountWith({ available: '-1' }, '1'), order('0.01'), 'insufficient_funds'],
    ['of what is already held', accountWith({ available: '0', held: '5' }), order('1', 'other'), 'insufficient_funds'],
  ])('%s is refused', (_, account, command, code) => {
    expect(() => hold(SIMPLE, account, command)).toThrow(refused(code));
  });

  test('takes only lots that pass its filter, and says how far they reach', () => {
    const account = lotAccount([lot('old', '5', { earnedAt: day(-3) }), lot('new', '5')]);
    expect(advance(account, hold(LOTS, account, order('5', REFERENCE, { lotIds: new Set(['new']) })), NOW).holds).toHaveLength(1);
    expect(shown(advance(account, hold(LOTS, account, order('5', REFERENCE, { earnedFrom: day(-1) })), NOW))).toEqual([
      'old AVAILABLE 5/5',
      'new order-1 5/5',
    ]);
    expect(() => hold(LOTS, account, order('5.01', REFERENCE, { lotIds: new Set(['new']) }))).toThrow(
      expect.objectContaining({ code: 'insufficient_funds', details: { available: '5.00', requested: '5.01' } }),
    );
  });

  test('is bound by the ceiling, and impossible for an archived asset', () => {
    const account = accountWith({ available: '10' });
    expect(() => hold(contextOf(assetWith({ maxTransactionAmount: amountOf('1') })), account, order('1.01'))).toThrow(
      refused('max_transaction_amount_exceeded'),
    );
    expect(() => hold(contextOf(assetWith({ status: 'ARCHIVED' })), account, order('1'))).toThrow(refused('asset_archived'));
  });
});

describe('a release', () => {
  test('by reference frees that hold, whole or in part', () => {
    const part = release(SIMPLE, twoHolds, order('1', 'r-new'));
    expect(legs(part)).toEqual(['PARTICIPANT HELD r-new -1', 'PARTICIPANT AVAILABLE 1']);
    expect(held(advance(twoHolds, part, NOW))).toEqual(['r-new 3', 'r-old 3']);
    expect(held(advance(twoHolds, release(SIMPLE, twoHolds, order('4', 'r-new')), NOW))).toEqual(['r-old 3']);
  });

  test('without a reference frees the oldest holds first', () => {
    expect(legs(release(SIMPLE, twoHolds, order('2', null)))).toEqual(['PARTICIPANT HELD r-old -2', 'PARTICIPANT AVAILABLE 2']);
    const across = advance(twoHolds, release(SIMPLE, twoHolds, order('5', null)), NOW);
    expect([buckets(across), ...held(across)]).toEqual(['6/2/0', 'r-new 2']);
  });

  test('is one entry and one webhook, however many holds it frees', () => {
    const decision = release(SIMPLE, twoHolds, order('7', null));
    expect(decision.entries).toHaveLength(1);
    expect(decision.webhooks).toMatchObject([
      { type: 'balance.released', data: { amount: '7.00', journal_entry_id: decision.entries[0]!.id } },
    ]);
    expect(decision.webhooks[0]?.data).not.toHaveProperty('reference_id');
  });

  test('in part frees last what would expire first', () => {
    const account = lotAccount([
      lot('soon', '2', { bucket: 'HELD', expiresAt: day(1) }),
      lot('late', '2', { bucket: 'HELD', expiresAt: day(9) }),
      lot('never', '2', { bucket: 'HELD' }),
    ]);
    const after = (amount: string) =>
      shown(advance(account, release(LOTS, account, order(amount)), NOW)).map((text) => text.replace(/^entry\S+/, 'part'));
    expect(after('2')).toEqual(['soon order-1 2/2', 'late order-1 2/2', 'never AVAILABLE 2/2']);
    expect(after('4')).toEqual(['soon order-1 2/2', 'late AVAILABLE 2/2', 'never AVAILABLE 2/2']);
    expect(after('5').sort()).toEqual(['late AVAILABLE 2/2', 'never AVAILABLE 2/2', 'part AVAILABLE 1/1', 'soon order-1 1/2']);
  });

  test('first fills what ALLOW_NEGATIVE has taken', () => {
    const account = lotAccount([lot('h', '5', { bucket: 'HELD', expiresAt: day(3) })], '3');
    const after = advance(account, release(LOTS, account, order('5')), NOW);
    expect([buckets(after), ...shown(after)]).toEqual(['2/0/0', 'h AVAILABLE 2/5']);
    expect(isWhole(after)).toBe(true);
  });

  test('of two holds fills an overdraft once, from the older hold', () => {
    const account = lotAccount(
      [lot('a', '3', { bucket: 'HELD', holdReference: 'first' }), lot('b', '4', { bucket: 'HELD', holdReference: 'second' })],
      '2',
      { first: day(-9), second: day(-1) },
    );
    const after = advance(account, release(LOTS, account, order('7', null)), NOW);
    expect([buckets(after), ...shown(after)]).toEqual(['5/0/0', 'a AVAILABLE 1/3', 'b AVAILABLE 4/4']);
    expect(isWhole(after)).toBe(true);
  });

  test('of lots under several holds takes from each what its filter leaves there', () => {
    const account = lotAccount(
      [
        lot('a', '3', { bucket: 'HELD', holdReference: 'first' }),
        lot('b', '4', { bucket: 'HELD', holdReference: 'second', earnedAt: day(-1) }),
      ],
      '0',
      { first: day(-9), second: day(-1) },
    );
    const only = (ids: string[], amount: string) => release(LOTS, account, order(amount, null, { lotIds: new Set(ids) }));
    expect(shown(advance(account, only(['b'], '4'), NOW))).toEqual(['b AVAILABLE 4/4', 'a first 3/3']);
    expect(shown(advance(account, only(['a', 'b'], '7'), NOW))).toEqual(['b AVAILABLE 4/4', 'a AVAILABLE 3/3']);
    expect(() => only(['b'], '4.01')).toThrow(refused('insufficient_funds'));
  });

  test.each([
    ['of an unknown reference', order('1', 'unknown'), 'not_found'],
    ['of more than its hold', order('4.01', 'r-new'), 'insufficient_funds'],
    ['of more than is held at all', order('7.01', null), 'insufficient_funds'],
  ])('%s is refused', (_, command, code) => {
    expect(() => release(SIMPLE, twoHolds, command)).toThrow(refused(code));
  });

  test('is impossible for an archived asset, and not bound by its ceiling', () => {
    expect(() => release(contextOf(assetWith({ status: 'ARCHIVED' })), twoHolds, order('1', 'r-new'))).toThrow(refused('asset_archived'));
    expect(release(contextOf(assetWith({ maxTransactionAmount: amountOf('1') })), twoHolds, order('4', 'r-new')).entries).toHaveLength(1);
  });
});
