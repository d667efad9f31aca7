/** What a batch may take of what all lanes of a program share, without a lock on it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOTHING, type Decision } from '@/domain/decision';
import { accountKey, emptyAccount, type AccountState, type AssetTerms } from '@/domain/ledger/accounts';
import { moveBetween } from '@/domain/ledger/entry';
import { amountOf } from '@/domain/money';
import type { BudgetScope, BudgetUse } from '@/domain/rules/budget';
import { isWithinPortion, PORTIONS, sharedMeans } from '@/domain/rules/escrow';

const PROGRAM = 'program';
const PTS: AssetTerms = {
  id: 'pts',
  symbol: 'PTS',
  scale: 2,
  inventoryMode: 'SIMPLE',
  issuancePolicy: 'PREFUNDED',
  maxTransactionAmount: null,
  status: 'ACTIVE',
};
const START = new Date('2026-01-01');

function meansOf(left: string, policy: AssetTerms['issuancePolicy'] = 'PREFUNDED', consumed: readonly BudgetUse[] = []) {
  const ref = { type: 'PROGRAM_WALLET', id: PROGRAM, programId: PROGRAM, assetId: PTS.id } as const;
  const wallet: AccountState = { ...emptyAccount(ref), balance: { ...emptyAccount(ref).balance, available: amountOf(left) } };
  return sharedMeans({
    program: { id: PROGRAM, organizationId: 'org', status: 'ACTIVE', timezone: 'UTC' },
    assets: new Map([[PTS.id, { ...PTS, issuancePolicy: policy }]]),
    accounts: new Map([[accountKey(PROGRAM, PROGRAM, PTS.id), wallet]]),
    budgets: new Map(
      consumed.map(({ ownerId, assetId, scope, holderId, periodStart, amount }) => [
        `${ownerId}:${assetId}:${scope}:${holderId}` as const,
        { periodStart, consumed: amount },
      ]),
    ),
  });
}

/** An entry that moves from the wallet to a participant, or back. */
const moved = (amount: number, direction: 'OUT' | 'BACK' = 'OUT') => {
  const wallet = { type: 'PROGRAM_WALLET', id: PROGRAM, bucket: 'AVAILABLE' } as const;
  const holder = { type: 'PARTICIPANT', id: 'ada', bucket: 'AVAILABLE' } as const;
  const header = { id: `e${amount}`, programId: PROGRAM, type: 'CREDIT', description: null, referenceId: null, cause: null } as const;
  const [from, to] = direction === 'OUT' ? [wallet, holder] : [holder, wallet];
  return moveBetween(header, { assetId: PTS.id, from, to, amount: amountOf(amount) });
};

const use = (amount: number, scope: BudgetScope = 'PROGRAM', periodStart = START): BudgetUse => ({
  owner: 'RULE',
  ownerId: 'rule',
  assetId: PTS.id,
  scope,
  holderId: PROGRAM,
  periodStart,
  limit: amountOf(1_000),
  amount: amountOf(amount),
});

const decided = (decision: Partial<Decision>): Decision => ({ ...NOTHING, ...decision });

describe('of a wallet', () => {
  test('a batch fits that takes at most its portion of what is left, all entries together', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 5 }), (left, amounts) => {
        const taken = amounts.reduce((sum, amount) => sum + amount, 0);
        const entries = amounts.map((amount) => moved(amount));
        expect(isWithinPortion(meansOf(String(left)), decided({ entries }))).toBe(taken * PORTIONS <= left || taken === 0);
      }),
    );
  });

  test('what comes back does not make up for what is taken, nor counts as taken', () => {
    expect(isWithinPortion(meansOf('0'), decided({ entries: [moved(500, 'BACK')] }))).toBe(true);
    expect(isWithinPortion(meansOf('31'), decided({ entries: [moved(500, 'BACK'), moved(1)] }))).toBe(false);
    expect(isWithinPortion(meansOf('32'), decided({ entries: [moved(500, 'BACK'), moved(1)] }))).toBe(true);
  });
});

describe('of a budget', () => {
  test('a batch fits that takes at most its portion of what the period has left', () => {
    const consumed = [use(360)];
    expect(isWithinPortion(meansOf('0', 'UNLIMITED', consumed), decided({ budgets: [use(10), use(10)] }))).toBe(true);
    expect(isWithinPortion(meansOf('0', 'UNLIMITED', consumed), decided({ budgets: [use(10), use(11)] }))).toBe(false);
  });

  test('what an earlier period consumed is not missing from this one', () => {
    const earlier = [use(999, 'PROGRAM', new Date('2025-12-01'))];
    expect(isWithinPortion(meansOf('0', 'UNLIMITED', earlier), decided({ budgets: [use(31)] }))).toBe(true);
    expect(isWithinPortion(meansOf('0', 'UNLIMITED', [use(999)]), decided({ budgets: [use(1)] }))).toBe(false);
  });

  test('one of each participant is not shared', () => {
    expect(isWithinPortion(meansOf('0', 'UNLIMITED'), decided({ budgets: [use(1_000, 'PARTICIPANT')] }))).toBe(true);
  });
});

test('a batch that takes nothing always fits', () => {
  expect(isWithinPortion(meansOf('0'), NOTHING)).toBe(true);
});
