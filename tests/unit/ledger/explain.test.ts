import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUCKETS, SHORTFALL_POLICIES } from '@/domain/choices';
import type { ShortfallPolicy } from '@/domain/ledger/debit';
import type { Portion } from '@/domain/ledger/explain';
import { bucketBalance } from '@/domain/ledger/command';
import { amountOf, sumAmounts, ZERO, type Amount } from '@/domain/money';
import { ExplainedAccount } from './explained-account';
import { ADA, assetWith } from './support';

const simple = () => new ExplainedAccount(assetWith());
const inLots = () => new ExplainedAccount(assetWith({ inventoryMode: 'LOT' }));

describe.each([
  ['SIMPLE', simple],
  ['LOT', inLots],
])('in a %s asset', (_, open) => {
  test('what is spent is spent of the oldest', () => {
    const account = open();
    account.credit('10');
    account.credit('5');
    account.debit('4');
    account.forfeit('8', 'AVAILABLE');
    expect(account.told).toEqual(['10: 0/0/0, DEBIT 4, FORFEIT 6', '5: 3/0/0, FORFEIT 2']);
  });

  test('value stays the portion it was while it is held and after it is released', () => {
    const account = open();
    account.credit('10');
    account.credit('10');
    account.hold('12', 'r');
    expect(account.told).toEqual(['10: 0/10/0', '10: 8/2/0']);
    account.release('12');
    expect(account.told).toEqual(['10: 10/0/0', '10: 10/0/0']);
  });

  test('a settlement keeps what was held, and tells what it added or gave back', () => {
    const account = open();
    account.credit('10', { bucket: 'HELD', referenceId: 'over' });
    account.credit('12', { referenceId: 'over' });
    account.credit('10', { bucket: 'HELD', referenceId: 'under' });
    account.credit('7', { referenceId: 'under' });
    expect(account.told).toEqual(['10: 10/0/0', '2: 2/0/0', '10: 7/0/0, SETTLE 3']);
  });

  test('what is redeemed leads to the redemption, at once or captured', () => {
    const account = open();
    account.credit('10');
    account.credit('5');
    account.redeem('now', '4');
    account.reserveAndCapture('later', '8');
    expect(account.told).toEqual(['10: 0/0/0, REDEEM 4, CAPTURE 6', '5: 3/0/0, CAPTURE 2']);
  });

  test('what a reversal gives back is the portion that it was, and spent no longer', () => {
    const account = open();
    account.credit('10');
    account.credit('5');
    account.redeem('r', '12');
    account.reverse('r', '3');
    expect(account.told).toEqual(['10: 1/0/0, REDEEM 9', '5: 5/0/0']);
    account.debit('2');
    account.reverse('r', '9', '3');
    expect(account.told).toEqual(['10: 9/0/0, DEBIT 1', '5: 4/0/0, DEBIT 1']);
  });

  test('what a reversal gives back to an overdrawn balance is spent by the earlier debit', () => {
    const account = open();
    account.credit('10');
    account.reserveAndCapture('r', '10');
    account.debit('4', 'ALLOW_NEGATIVE');
    account.reverse('r', '6');
    expect(account.told).toEqual(['10: 2/0/0, CAPTURE 4, DEBIT 4']);
    expect(account.explanation.overdraft).toEqual([]);
  });

  test('an overdraft is told as such until later value fills it, which the earlier debit then spent', () => {
    const account = open();
    account.credit('3');
    account.debit('5', 'ALLOW_NEGATIVE');
    account.debit('4', 'ALLOW_NEGATIVE');
    expect(account.explanation.overdraft.map(({ entry, amount }) => [entry.id, amount.toFixed()])).toEqual([
      [account.entries[1]!.id, '2'],
      [account.entries[2]!.id, '4'],
    ]);
    account.credit('5');
    expect(account.told).toEqual(['3: 0/0/0, DEBIT 3', '5: 0/0/0, DEBIT 2, DEBIT 3']);
    account.credit('5');
    expect(account.told.at(-1)).toBe('5: 4/0/0, DEBIT 1');
    expect(account.explanation.overdraft).toEqual([]);
  });
});

test('value of a SIMPLE asset that was held and comes back is as old as it was', () => {
  const account = simple();
  account.credit('10');
  account.hold('6', 'r');
  account.credit('10');
  account.debit('5');
  account.release('6');
  account.debit('5');
  expect(account.told).toEqual(['10: 1/0/0, DEBIT 4, DEBIT 5', '10: 9/0/0, DEBIT 1']);
});

test('a lot is followed through maturity, holds that split it, and expiry; its portion names the lot it came as', () => {
  const account = inLots();
  account.credit('10', { terms: { matures_in: '1d', expires_in: '10d' } });
  account.credit('5');
  expect(account.told).toEqual(['10: 0/0/10', '5: 5/0/0']);
  account.wait(1);
  account.hold('4', 'a');
  account.hold('3', 'b');
  expect(account.told).toEqual(['10: 3/7/0', '5: 5/0/0']);
  const [first] = account.explanation.portions;
  const parts = account.explanation.lotsOf([first!]).get(first!)!;
  expect(parts.map(({ bucket, amount }) => `${bucket} ${amount.toFixed()}`)).toEqual(['AVAILABLE 3', 'HELD 4', 'HELD 3']);
  expect(new Set(parts.map(({ lotId }) => lotId)).size).toBe(3);
  expect(parts[0]!.lotId).toBe(first!.lotId);
  account.release('3', 'b');
  account.wait(10);
  account.debit('1');
  expect(account.told).toEqual(['10: 0/0/0, EXPIRE 10', '5: 4/0/0, DEBIT 1']);
});

test('the first-expiring lot is spent first, whichever portion is older', () => {
  const account = inLots();
  account.credit('5');
  account.credit('5', { terms: { expires_in: '1d' } });
  account.debit('6');
  expect(account.told).toEqual(['5: 4/0/0, DEBIT 1', '5: 0/0/0, DEBIT 5']);
});

test('lots that mature while there is an overdraft each stay their own portion, and only what fills it is spent', () => {
  const account = inLots();
  account.credit('5', { terms: { matures_in: '1d', expires_in: '10d' } });
  account.credit('5', { terms: { matures_in: '1d', expires_in: '20d' } });
  account.debit('2', 'ALLOW_NEGATIVE');
  account.wait(1);
  account.credit('1');
  expect(account.told).toEqual(['5: 3/0/0, DEBIT 2', '5: 5/0/0', '1: 1/0/0']);
  const { portions } = account.explanation;
  for (const [portion, parts] of account.explanation.lotsOf(portions)) expect(parts.map(({ lotId }) => lotId)).toEqual([portion.lotId]);
});

test('a part of a lot that is released while there is an overdraft stays the portion of its lot', () => {
  const account = inLots();
  account.credit('5', { terms: { expires_in: '10d' } });
  account.credit('5', { terms: { expires_in: '20d' } });
  account.hold('10', 'r');
  account.debit('2', 'ALLOW_NEGATIVE');
  account.release('7', 'r');
  expect(account.told).toEqual(['5: 2/3/0', '5: 3/0/0, DEBIT 2']);
});

test('a settlement on new terms moves the portion into the new lot', () => {
  const account = inLots();
  account.credit('10', { bucket: 'HELD', referenceId: 'r' });
  account.credit('12', { referenceId: 'r', terms: { expires_in: '30d' } });
  const { portions } = account.explanation;
  expect(account.told).toEqual(['10: 10/0/0', '2: 2/0/0']);
  const lots = account.explanation.lotsOf(portions);
  expect(lots.get(portions[0]!)![0]!.lotId).toBe(lots.get(portions[1]!)![0]!.lotId);
  expect(lots.get(portions[0]!)![0]!.lotId).not.toBe(portions[0]!.lotId);
});

test('of a voided hold only what was provisional is spent', () => {
  const account = inLots();
  account.credit('5');
  account.hold('2', 'r');
  account.credit('7', { bucket: 'HELD', referenceId: 'r' });
  account.void('r');
  expect(account.told).toEqual(['5: 3/2/0', '7: 0/0/0, VOID 7']);
});

interface Step {
  kind: 'credit' | 'provisional' | 'settle' | 'debit' | 'hold' | 'release' | 'forfeit' | 'void' | 'wait';
  units: number;
  reference: 'a' | 'b';
  bucket: 'AVAILABLE' | 'HELD';
  policy: ShortfallPolicy;
  expires: number;
  matures: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'credit',
    'credit',
    'credit',
    'provisional',
    'settle',
    'debit',
    'debit',
    'hold',
    'hold',
    'release',
    'forfeit',
    'void',
    'wait',
  ),
  units: fc.integer({ min: 1, max: 999 }),
  reference: fc.constantFrom('a', 'b'),
  bucket: fc.constantFrom('AVAILABLE', 'HELD'),
  policy: fc.constantFrom(...SHORTFALL_POLICIES),
  expires: fc.integer({ min: 0, max: 8 }),
  matures: fc.integer({ min: 0, max: 4 }),
});

function perform(account: ExplainedAccount, lots: boolean, { kind, units, reference, bucket, policy, expires, matures }: Step): void {
  const amount = amountOf(units).dividedBy(100).toFixed();
  const expiry: Record<string, string> = lots && expires > 0 ? { expires_in: `${expires + matures}d` } : {};
  const terms: Record<string, string> = { ...expiry, ...(lots && matures > 0 ? { matures_in: `${matures}d` } : {}) };
  if (kind === 'credit') account.credit(amount, { terms });
  else if (kind === 'provisional') account.credit(amount, { bucket: 'HELD', referenceId: reference, terms: expiry });
  else if (kind === 'settle') account.credit(amount, { referenceId: reference, terms: matures > 2 ? expiry : {} });
  else if (kind === 'debit') account.debit(amount, policy, bucket);
  else if (kind === 'hold') account.hold(amount, reference);
  else if (kind === 'release') account.release(amount, matures > 2 ? reference : null);
  else if (kind === 'forfeit') account.forfeit(amount, bucket);
  else if (kind === 'void') account.void(reference);
  else account.wait(matures + 1);
}

const total = (amounts: Iterable<Amount>): string => sumAmounts(amounts).toFixed();
const sumHeld = ({ held }: Portion): Amount => sumAmounts(Object.values(held));

function expectExact({ explanation, state, entries }: ExplainedAccount): void {
  const { portions, overdraft } = explanation;
  for (const portion of portions) {
    expect(
      sumHeld(portion)
        .plus(sumAmounts(portion.spent.map(({ amount }) => amount)))
        .toFixed(),
    ).toBe(portion.amount.toFixed());
    for (const part of [...Object.values(portion.held), ...portion.spent.map(({ amount }) => amount)])
      expect(part.isNegative() && !part.isZero()).toBe(false);
  }
  const owed = sumAmounts(overdraft.map(({ amount }) => amount));
  for (const bucket of BUCKETS) {
    const held = sumAmounts(portions.map((portion) => portion.held[bucket]));
    expect(held.minus(bucket === 'AVAILABLE' ? owed : ZERO).toFixed()).toBe(bucketBalance(state, bucket).toFixed());
  }
  const nets = entries.map((entry) =>
    sumAmounts(entry.postings.filter(({ account }) => account.id === ADA.id).map(({ amount }) => amount)),
  );
  expect(total(portions.map(({ amount }) => amount))).toBe(total(nets.filter((net) => net.greaterThan(0))));
  entries.forEach((entry, index) => {
    const net = nets[index]!;
    const spent = [...portions.flatMap((portion) => portion.spent), ...overdraft].filter((spending) => spending.entry.id === entry.id);
    const brought = portions.filter(({ origin }) => origin.id === entry.id);
    expect(total(brought.map(({ amount }) => amount))).toBe(net.greaterThan(0) ? net.toFixed() : '0');
    expect(total(spent.map(({ amount }) => amount))).toBe(net.isNegative() ? net.negated().toFixed() : '0');
  });
}

function expectLotsExact({ explanation, state }: ExplainedAccount): void {
  const inLot = new Map<string, Amount>();
  const parts = explanation.lotsOf(explanation.portions);
  for (const [portion, lots] of parts) {
    for (const bucket of BUCKETS)
      expect(total(lots.filter((part) => part.bucket === bucket).map(({ amount }) => amount))).toBe(portion.held[bucket].toFixed());
    for (const { lotId, amount } of lots) inLot.set(lotId, (inLot.get(lotId) ?? ZERO).plus(amount));
  }
  const shown = (lots: Iterable<[string, Amount]>) => Object.fromEntries([...lots].map(([id, amount]) => [id, amount.toFixed()]));
  expect(shown(inLot)).toEqual(shown(state.lots.map((lot) => [lot.id, lot.remaining])));
}

test.each([
  ['SIMPLE', simple],
  ['LOT', inLots],
])(
  'whatever is done to a %s asset, portions sum to the credits, what is held of them to the balance, and what is spent to the entries that took it',
  (mode, open) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
        const account = open();
        for (const next of steps) {
          perform(account, mode === 'LOT', next);
          expectExact(account);
          if (mode === 'LOT') expectLotsExact(account);
        }
      }),
      { numRuns: 200 },
    );
  },
);
