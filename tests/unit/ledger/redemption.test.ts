import { describe, expect, test } from 'vitest';
import type { AccountState } from '@/domain/ledger/accounts';
import { advance } from '@/domain/ledger/advance';
import { release } from '@/domain/ledger/hold';
import type { Lot, LotShare } from '@/domain/ledger/lots';
import { capture, redeem, releaseReservation, reserve, reservedAmount, reverse, type RedemptionFacts } from '@/domain/ledger/redemption';
import { amountOf, ZERO } from '@/domain/money';
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
  shown,
  refused,
} from './support';
import { redemptionOf, redemptionReference } from '@/domain/ledger/references';

const SIMPLE = contextOf(assetWith());
const LOTS = contextOf(LOT_ASSET);
const REFERENCE = redemptionReference('r1');
const facts = (amount: string, fields: Partial<RedemptionFacts> = {}): RedemptionFacts => ({
  id: 'r1',
  holder: ADA,
  amount: amountOf(amount),
  description: 'Voucher',
  target: 'SYSTEM_REDEMPTION',
  rewardId: null,
  ...fields,
});
const reservedLot = (id: string, amount: string, fields: Partial<Lot> = {}) =>
  lot(id, amount, { bucket: 'HELD', holdReference: REFERENCE, ...fields });
const held = (amount: string): AccountState => ({
  ...accountWith({ held: amount }),
  holds: [{ reference: REFERENCE, amount: amountOf(amount), createdAt: NOW }],
});

test('a reference names its redemption, and no other reference does', () => {
  expect(REFERENCE).toBe('service:redemption:r1');
  expect([redemptionOf(REFERENCE), redemptionOf('order-1'), redemptionOf(null)]).toEqual(['r1', null, null]);
});

describe('an instant redemption', () => {
  test('moves AVAILABLE to the account that the program names, under its reference', () => {
    const account = accountWith({ available: '10' });
    const decision = redeem(SIMPLE, account, facts('4'));
    expect(legs(decision)).toEqual(['PARTICIPANT AVAILABLE -4', 'SYSTEM_REDEMPTION 4']);
    expect(legs(redeem(SIMPLE, account, facts('4', { target: 'SYSTEM_BREAKAGE' })))).toEqual([
      'PARTICIPANT AVAILABLE -4',
      'SYSTEM_BREAKAGE 4',
    ]);
    expect(decision.entries).toMatchObject([{ type: 'REDEEM', referenceId: REFERENCE, description: 'Voucher' }]);
  });

  test('spends first-expiring lots first', () => {
    const account = lotAccount([lot('never', '5'), lot('late', '5', { expiresAt: day(9) }), lot('soon', '5', { expiresAt: day(1) })]);
    const after = advance(account, redeem(LOTS, account, facts('7')), NOW);
    expect(shown(after)).toEqual(['late AVAILABLE 3/5', 'never AVAILABLE 5/5']);
  });

  test('tells of an amount or of a catalog item, never of both', () => {
    const account = accountWith({ available: '10' });
    const common = { redemption_id: 'r1', organization_id: 'organization', program_id: PROGRAM, participant_id: ADA.id };
    expect(redeem(SIMPLE, account, facts('4')).webhooks).toEqual([
      { type: 'redemption.completed', data: { ...common, asset_id: 'asset', amount: '4.00' } },
    ]);
    expect(redeem(SIMPLE, account, facts('4', { rewardId: 'mug' })).webhooks).toEqual([
      { type: 'redemption.completed', data: { ...common, reward_catalog_item_id: 'mug' } },
    ]);
  });

  test.each([
    ['more than there is', SIMPLE, '10.01', 'insufficient_funds'],
    ['beyond the ceiling', contextOf(assetWith({ maxTransactionAmount: amountOf('1') })), '1.01', 'max_transaction_amount_exceeded'],
    ['an archived asset', contextOf(assetWith({ status: 'ARCHIVED' })), '1', 'asset_archived'],
  ])('of %s is refused, and so is its reservation', (_, context, amount, code) => {
    const account = accountWith({ available: '10' });
    for (const begin of [redeem, reserve]) expect(() => begin(context, account, facts(amount))).toThrow(refused(code));
  });

  test('leaves what is overdrawn alone', () => {
    expect(() => redeem(SIMPLE, accountWith({ available: '-1' }, '1'), facts('0.01'))).toThrow(
      refused('insufficient_funds', { details: { available: '-1.00', requested: '0.01' } }),
    );
  });
});

describe('a reservation', () => {
  test('is a hold under the reference, which callers cannot draw on', () => {
    const account = accountWith({ available: '10' });
    const decision = reserve(SIMPLE, account, facts('4'));
    expect(legs(decision)).toEqual(['PARTICIPANT AVAILABLE -4', `PARTICIPANT HELD ${REFERENCE} 4`]);
    expect(decision.webhooks).toMatchObject([{ type: 'balance.held', data: { amount: '4.00' } }]);
    const after = advance(account, decision, NOW);
    expect(reservedAmount(after, 'r1').toFixed()).toBe('4');
    const wish = { holder: ADA, description: null, cause: null, amount: amountOf('1'), filter: {} };
    expect(() => release(SIMPLE, after, { ...wish, referenceId: null })).toThrow(refused('insufficient_funds'));
    expect(() => release(SIMPLE, after, { ...wish, referenceId: REFERENCE })).toThrow(refused('not_found'));
  });

  test('is captured whole, into the account that the program names', () => {
    const decision = capture(SIMPLE, held('4'), facts('4'));
    expect(legs(decision)).toEqual([`PARTICIPANT HELD ${REFERENCE} -4`, 'SYSTEM_REDEMPTION 4']);
    expect(decision.entries).toMatchObject([{ type: 'CAPTURE', referenceId: REFERENCE }]);
    expect(decision.webhooks).toMatchObject([{ type: 'redemption.completed' }]);
  });

  test('cannot be captured when part of it has expired, and says what is left', () => {
    const account = lotAccount([reservedLot('a', '6')]);
    expect(() => capture(LOTS, account, facts('10'))).toThrow(
      refused('insufficient_funds', { details: { available: '6.00', requested: '10.00' } }),
    );
  });

  test('is captured and released although its asset is archived', () => {
    const archived = contextOf(assetWith({ status: 'ARCHIVED' }));
    expect(capture(archived, held('4'), facts('4')).entries).toHaveLength(1);
    expect(releaseReservation(archived, held('4'), facts('4')).entries).toHaveLength(1);
  });

  test('is released as far as it has not expired: the same lots, nothing new', () => {
    const account = lotAccount([reservedLot('a', '6', { expiresAt: day(3) }), lot('other', '1', { bucket: 'HELD' })]);
    const decision = releaseReservation(LOTS, account, facts('10'));
    expect(decision.webhooks).toMatchObject([{ type: 'balance.released', data: { amount: '6.00' } }]);
    const after = advance(account, decision, NOW);
    expect(shown(after)).toEqual(['a AVAILABLE 6/6', 'other order-1 1/1']);
    expect(isWhole(after)).toBe(true);
  });

  test('of which nothing is left makes no entry', () => {
    expect(releaseReservation(LOTS, lotAccount([]), facts('10'))).toMatchObject({ entries: [], webhooks: [] });
  });
});

describe('a reversal', () => {
  const spent = (id: string, amount: string, fields: Partial<Lot> = {}): LotShare => ({
    lot: { ...lot(id, amount, fields), remaining: ZERO },
    amount: amountOf(amount),
  });
  const back = (amount: string, taken: LotShare[] | null, before = '0') => ({
    id: 'v1',
    amount: amountOf(amount),
    before: amountOf(before),
    reason: 'Returned',
    taken,
  });
  const TAKEN = [spent('soon', '10', { expiresAt: day(1) }), spent('late', '10', { expiresAt: day(9) }), spent('never', '5')];

  test('of a SIMPLE asset comes back from where it went', () => {
    const decision = reverse(SIMPLE, accountWith(), facts('10', { target: 'SYSTEM_BREAKAGE' }), back('4', null));
    expect(legs(decision)).toEqual(['SYSTEM_BREAKAGE -4', 'PARTICIPANT AVAILABLE 4']);
    expect(decision.entries).toMatchObject([{ type: 'REVERSE', referenceId: REFERENCE, description: 'Returned' }]);
    expect(decision.webhooks.map(({ type }) => type)).toEqual(['balance.credited', 'redemption.reversed']);
  });

  test.each([
    ['3', '0', ['never AVAILABLE 3/5']],
    ['7', '0', ['late AVAILABLE 2/10', 'never AVAILABLE 5/5']],
    ['4', '3', ['late AVAILABLE 2/10', 'never AVAILABLE 2/5']],
    ['18', '7', ['soon AVAILABLE 10/10', 'late AVAILABLE 8/10']],
    ['25', '0', ['soon AVAILABLE 10/10', 'late AVAILABLE 10/10', 'never AVAILABLE 5/5']],
  ])('of %s after %s fills the lots from the last that was spent on', (amount, before, expected) => {
    const account = lotAccount([]);
    const after = advance(
      { ...account, lots: TAKEN.map((share) => share.lot) },
      reverse(LOTS, account, facts('25'), back(amount, TAKEN, before)),
      NOW,
    );
    expect(shown(after)).toEqual(expected);
    expect(isWhole(after)).toBe(true);
  });

  test('into a lot that still has something adds to it', () => {
    const account = lotAccount([lot('a', '10', { remaining: amountOf('6') })]);
    const decision = reverse(LOTS, account, facts('4'), back('4', [{ lot: account.lots[0]!, amount: amountOf('4') }]));
    expect(decision.lots).toEqual([]);
    expect(shown(advance(account, decision, NOW))).toEqual(['a AVAILABLE 10/10']);
  });

  test('beside a lot that is held by now makes a lot of its own on the same terms', () => {
    const terms = { expiresAt: day(5), earnedAt: day(-5) };
    const account = lotAccount([lot('a', '10', { remaining: amountOf('6'), bucket: 'HELD', ...terms })]);
    const decision = reverse(LOTS, account, facts('4'), back('4', [{ lot: account.lots[0]!, amount: amountOf('4') }]));
    expect(decision.lots).toMatchObject([
      { lot: { amount: amountOf('4'), bucket: 'AVAILABLE', parentId: 'a', provisional: false, ...terms } },
    ]);
    const after = advance(account, decision, NOW);
    expect([buckets(after), isWhole(after)]).toEqual(['4/6/0', true]);
  });

  test('into a lot that has expired expires at once, in an entry of its own', () => {
    const account = lotAccount([]);
    const taken = [spent('gone', '6', { expiresAt: day(-1) }), spent('never', '4')];
    const decision = reverse(LOTS, account, facts('10'), back('10', taken));
    expect(decision.entries.map(({ type }) => type)).toEqual(['REVERSE', 'EXPIRE']);
    expect(legs(decision)).toEqual(['SYSTEM_REDEMPTION -10', 'PARTICIPANT AVAILABLE 10', 'PARTICIPANT AVAILABLE -6', 'SYSTEM_BREAKAGE 6']);
    expect(decision.webhooks.map(({ type }) => type)).toEqual(['balance.credited', 'redemption.reversed', 'balance.expired']);
    expect(shown(advance({ ...account, lots: taken.map((share) => share.lot) }, decision, NOW))).toEqual(['never AVAILABLE 4/4']);
  });

  test('fills an overdraft first', () => {
    const account = lotAccount([], '3');
    const taken = [spent('a', '10')];
    const decision = reverse(LOTS, account, facts('10'), back('10', taken));
    const after = advance({ ...account, lots: [taken[0]!.lot] }, decision, NOW);
    expect([buckets(after), ...shown(after)]).toEqual(['7/0/0', 'a AVAILABLE 7/10']);
    expect(isWhole(after)).toBe(true);
  });

  test('is possible for an archived asset', () => {
    expect(reverse(contextOf(assetWith({ status: 'ARCHIVED' })), accountWith(), facts('10'), back('4', null)).entries).toHaveLength(1);
  });
});
