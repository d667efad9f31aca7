import { describe, expect, test } from 'vitest';
import type { AccountState, AssetTerms } from '@/domain/ledger/accounts';
import { advance } from '@/domain/ledger/advance';
import { creditOrSettle, type WrittenCredit } from '@/domain/ledger/credit-or-settle';
import { hold } from '@/domain/ledger/hold';
import { voidHold } from '@/domain/ledger/settle';
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
  walletWith,
  refused,
} from './support';

const SIMPLE = assetWith();
const command = { holder: ADA, description: 'Test', referenceId: REFERENCE, cause: null };
const settling = (amount: string, terms: WrittenCredit['terms'] = {}): WrittenCredit => ({
  ...command,
  bucket: 'AVAILABLE',
  amount: amountOf(amount),
  terms,
});
const settled = (asset: AssetTerms, account: AccountState, credit: WrittenCredit, wallet: AccountState | null = null) => {
  const decision = creditOrSettle(contextOf(asset), account, wallet, credit);
  return { decision, after: advance(account, decision, NOW) };
};
/** Replaces the generated ids of new lots by "new". */
const named = (account: AccountState) => shown(account).map((text) => text.replace(/^entry\S+/, 'new'));

const simple10 = accountWith({ available: '1', held: '10' });
/** 4 that expire soon and 6 that expire late, issued provisionally. */
const lots10 = lotAccount([
  lot('soon', '4', { bucket: 'HELD', provisional: true, expiresAt: day(1) }),
  lot('late', '6', { bucket: 'HELD', provisional: true, expiresAt: day(9) }),
]);

describe('a settlement of a hold of 10', () => {
  test.each([
    ['10', ['PARTICIPANT HELD order-1 -10', 'PARTICIPANT AVAILABLE 10'], '11/0/0', '0.00'],
    ['12', ['PARTICIPANT HELD order-1 -10', 'SYSTEM_ISSUANCE -2', 'PARTICIPANT AVAILABLE 12'], '13/0/0', '2.00'],
    ['7', ['PARTICIPANT HELD order-1 -10', 'PARTICIPANT AVAILABLE 7', 'SYSTEM_ISSUANCE 3'], '8/0/0', '-3.00'],
  ])('for %s of a SIMPLE asset closes the hold and balances against the source', (amount, expected, after, delta) => {
    const { decision, after: account } = settled(SIMPLE, simple10, settling(amount));
    expect(legs(decision)).toEqual(expected);
    expect(buckets(account)).toBe(after);
    expect(account.holds).toEqual([]);
    expect(decision.entries).toMatchObject([{ type: 'SETTLE', referenceId: REFERENCE }]);
    expect(decision.webhooks).toMatchObject([
      {
        type: 'balance.credited',
        data: { amount: `${amount}.00`, bucket: 'AVAILABLE', reference_id: REFERENCE, settle: { held_amount: '10.00', delta } },
      },
    ]);
  });

  test.each([
    ['10', '0', []],
    ['12', '2', ['PROGRAM_WALLET AVAILABLE -2']],
    ['7', '0', ['PROGRAM_WALLET AVAILABLE 3']],
  ])('for %s of a PREFUNDED asset needs %s of the wallet', (amount, funds, expected) => {
    const asset = assetWith({ issuancePolicy: 'PREFUNDED' });
    const { decision } = settled(asset, simple10, settling(amount), walletWith(funds));
    expect(legs(decision).filter((leg) => leg.startsWith('PROGRAM'))).toEqual(expected);
  });

  test('beyond the wallet is insufficient_funds', () => {
    const asset = assetWith({ issuancePolicy: 'PREFUNDED' });
    expect(() => settled(asset, simple10, settling('12'), walletWith('1.99'))).toThrow(refused('insufficient_funds'));
  });

  test.each([
    ['10', ['soon AVAILABLE 4/4', 'late AVAILABLE 6/6']],
    ['12', ['soon AVAILABLE 4/4', 'late AVAILABLE 6/6', 'new AVAILABLE 2/2']],
    ['4', ['soon AVAILABLE 4/4']],
    ['3', ['new AVAILABLE 3/3']],
  ])('for %s without new terms keeps the terms of lots, first-expiring first', (amount, expected) => {
    const { after } = settled(LOT_ASSET, lots10, settling(amount));
    expect(named(after)).toEqual(expected);
    expect(isWhole(after)).toBe(true);
    if (amount === '3') expect(after.lots[0]).toMatchObject({ expiresAt: day(1), parentId: 'soon' });
    if (amount === '12') expect(after.lots.find(({ id }) => id.startsWith('entry'))).toMatchObject({ expiresAt: null, maturesAt: null });
  });

  test.each(['7', '10', '12'])('for %s on new terms makes one lot with those terms', (amount) => {
    const { after } = settled(LOT_ASSET, lots10, settling(amount, { expires_in: '30d' }));
    expect(named(after)).toEqual([`new AVAILABLE ${amount}/${amount}`]);
    expect(after.lots[0]).toMatchObject({ expiresAt: day(30), earnedAt: NOW, parentId: null, provisional: false });
    expect(after.holds).toEqual([]);
  });

  test('first fills what ALLOW_NEGATIVE has taken, with and without new terms', () => {
    const overdrawn = lotAccount([lot('h', '10', { bucket: 'HELD', provisional: true })], '3');
    for (const terms of [{}, { expires_in: '1d' }]) {
      const { after } = settled(LOT_ASSET, overdrawn, settling('12', terms));
      expect(buckets(after)).toBe('9/0/0');
      expect(isWhole(after)).toBe(true);
    }
  });

  test('leaves other holds alone', () => {
    const account = lotAccount([
      lot('h', '10', { bucket: 'HELD', provisional: true }),
      lot('other', '5', { bucket: 'HELD', holdReference: 'other' }),
    ]);
    const { after } = settled(LOT_ASSET, account, settling('2'));
    expect([buckets(after), after.holds.map(({ reference }) => reference)]).toEqual(['2/5/0', ['other']]);
  });

  test('is bound by the ceiling, and impossible for an archived asset', () => {
    expect(() => settled(assetWith({ maxTransactionAmount: amountOf('9') }), simple10, settling('9.01'))).toThrow(
      refused('max_transaction_amount_exceeded'),
    );
    expect(() => settled(assetWith({ status: 'ARCHIVED' }), simple10, settling('1'))).toThrow(refused('asset_archived'));
  });

  test('refuses terms that its asset cannot have', () => {
    expect(() => settled(SIMPLE, simple10, settling('10', { expires_in: '1d' }))).toThrow(refused('invalid_lot_lifecycle'));
    expect(() => settled(LOT_ASSET, lots10, settling('10', { matures_in: '1d' }))).toThrow(refused('invalid_operation'));
  });
});

test('a credit whose reference names no live hold, or that goes elsewhere than AVAILABLE, gives new value', () => {
  expect(settled(SIMPLE, simple10, { ...settling('3'), referenceId: 'other' }).decision.entries).toMatchObject([
    { type: 'CREDIT', referenceId: 'other' },
  ]);
  const added = settled(SIMPLE, simple10, { ...settling('3'), bucket: 'HELD' });
  expect(added.decision.entries).toMatchObject([{ type: 'CREDIT' }]);
  expect(added.after.holds.map(({ amount }) => amount.toFixed())).toEqual(['13']);
  expect(added.decision.webhooks[0]?.data).not.toHaveProperty('settle');
});

describe('a credit refuses terms that contradict its bucket or asset', () => {
  const give = (asset: AssetTerms, credit: Partial<WrittenCredit>) => () =>
    settled(asset, accountWith(), { ...settling('1'), referenceId: null, ...credit });

  test.each([
    ['SIMPLE', 'DEFERRED', {}, 'invalid_operation'],
    ['SIMPLE', 'AVAILABLE', { expires_in: '1d' }, 'invalid_lot_lifecycle'],
    ['SIMPLE', 'AVAILABLE', { matures_in: '1d' }, 'invalid_lot_lifecycle'],
    ['LOT', 'DEFERRED', {}, 'invalid_lot_lifecycle'],
    ['LOT', 'DEFERRED', { expires_in: '1d' }, 'invalid_lot_lifecycle'],
    ['LOT', 'AVAILABLE', { matures_in: '1d' }, 'invalid_operation'],
    ['LOT', 'HELD', {}, 'missing_reference_id'],
  ] as const)('%s to %s with %j: %s', (inventoryMode, bucket, terms, code) => {
    expect(give(assetWith({ inventoryMode }), { bucket, terms })).toThrow(refused(code));
  });

  test('maturity in HELD', () => {
    expect(give(LOT_ASSET, { bucket: 'HELD', referenceId: 'r', terms: { matures_in: '1d' } })).toThrow(refused('invalid_operation'));
  });
});

describe('voiding a hold', () => {
  const provisional = lot('p', '7', { bucket: 'HELD', provisional: true });
  const reserved = lot('h', '2', { bucket: 'HELD' });
  const mixed = lotAccount([provisional, reserved]);
  const voiding = (amount: string | null = null) => ({ ...command, amount: amount === null ? null : amountOf(amount) });

  test('takes back what was issued provisionally and leaves what was reserved', () => {
    const decision = voidHold(contextOf(LOT_ASSET), mixed, voiding());
    expect(legs(decision)).toEqual(['PARTICIPANT HELD order-1 -7', 'SYSTEM_ISSUANCE 7']);
    expect(shown(advance(mixed, decision, NOW))).toEqual(['h order-1 2/2']);
    expect(decision.webhooks).toEqual([
      {
        type: 'balance.voided',
        data: {
          journal_entry_id: decision.entries[0]!.id,
          organization_id: 'organization',
          program_id: PROGRAM,
          participant_id: ADA.id,
          asset_id: 'asset',
          amount: '7.00',
          reference_id: REFERENCE,
        },
      },
    ]);
  });

  test('returns a PREFUNDED asset to the wallet', () => {
    const decision = voidHold(contextOf(assetWith({ inventoryMode: 'LOT', issuancePolicy: 'PREFUNDED' })), mixed, voiding('7'));
    expect(legs(decision)).toEqual(['PARTICIPANT HELD order-1 -7', 'PROGRAM_WALLET AVAILABLE 7']);
  });

  test.each([
    ['part of it', LOT_ASSET, mixed, voiding('6.99'), 'invalid_amount'],
    ['more than it', LOT_ASSET, mixed, voiding('9'), 'invalid_amount'],
    ['an unknown reference', LOT_ASSET, mixed, { ...voiding(), referenceId: 'unknown' }, 'not_found'],
    ['what was only reserved', LOT_ASSET, lotAccount([reserved]), voiding(), 'invalid_operation'],
    ['a SIMPLE asset', SIMPLE, simple10, voiding(), 'invalid_operation'],
    ['an archived asset', assetWith({ inventoryMode: 'LOT', status: 'ARCHIVED' }), mixed, voiding(), 'asset_archived'],
  ])('%s is refused', (_, asset, account, asked, code) => {
    expect(() => voidHold(contextOf(asset), account, asked)).toThrow(refused(code));
  });

  test.each(['7', '3'])('cannot reach a provisional issue of which %s was settled and held again: it is the holder’s by then', (amount) => {
    const context = contextOf(LOT_ASSET);
    const issued = lotAccount([provisional]);
    const owned = settled(LOT_ASSET, issued, settling(amount)).after;
    const again = advance(owned, hold(context, owned, { ...command, referenceId: 'again', amount: amountOf(amount), filter: {} }), NOW);
    expect(() => voidHold(context, again, { ...voiding(), referenceId: 'again' })).toThrow(refused('invalid_operation'));
  });
});
