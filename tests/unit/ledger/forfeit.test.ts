import { describe, expect, test } from 'vitest';
import type { AccountState, AssetTerms } from '@/domain/ledger/accounts';
import { accountKey } from '@/domain/ledger/accounts';
import { advance, advanceAll } from '@/domain/ledger/advance';
import { catchUp } from '@/domain/ledger/catch-up';
import { credit } from '@/domain/ledger/credit';
import { debit } from '@/domain/ledger/debit';
import { bringUpToDate, forfeit, type ForfeitCommand } from '@/domain/ledger/forfeit';
import { amountOf } from '@/domain/money';
import {
  accountWith,
  ADA,
  assetWith,
  buckets,
  command,
  contextOf,
  day,
  isWhole,
  legs,
  lot,
  LOT_ASSET,
  lotAccount,
  NOW,
  shown,
  refused,
} from './support';

const order = (amount: string, fields: Partial<ForfeitCommand> = {}): ForfeitCommand => ({
  holder: ADA,
  description: 'Test',
  referenceId: null,
  cause: null,
  amount: amountOf(amount),
  bucket: 'AVAILABLE',
  filter: {},
  ...fields,
});
const named = (account: AccountState) => shown(account).map((text) => text.replace(/^entry\S+/, 'new'));

describe('a forfeit', () => {
  const account = lotAccount(
    [
      lot('old', '5', { earnedAt: day(-5), expiresAt: day(9) }),
      lot('new', '5', { expiresAt: day(9) }),
      lot('a', '3', { bucket: 'HELD', holdReference: 'first', earnedAt: day(-5) }),
      lot('b', '4', { bucket: 'HELD', holdReference: 'second' }),
      lot('d', '8', { bucket: 'DEFERRED', maturesAt: day(5) }),
    ],
    '0',
    { first: day(-5), second: day(-1) },
  );
  const after = (asked: ForfeitCommand) => shown(advance(account, forfeit(contextOf(LOT_ASSET), account, asked), NOW));
  const without = (...ids: string[]) => shown({ ...account, lots: account.lots.filter(({ id }) => !ids.includes(id)) });

  test('goes to breakage, in consumption order, with one balance.debited', () => {
    const decision = forfeit(contextOf(LOT_ASSET), account, order('6'));
    expect(legs(decision)).toEqual(['PARTICIPANT AVAILABLE -6', 'SYSTEM_BREAKAGE 6']);
    expect(decision.entries).toMatchObject([{ type: 'FORFEIT' }]);
    expect(decision.webhooks).toMatchObject([{ type: 'balance.debited', data: { amount: '6.00', bucket: 'AVAILABLE' } }]);
    expect(shown(advance(account, decision, NOW))).toContain('new AVAILABLE 4/5');
  });

  test.each([
    ['lot_ids', order('5', { filter: { lotIds: new Set(['new', 'b', 'd']) } }), ['new']],
    ['earned_from', order('5', { filter: { earnedFrom: NOW } }), ['new']],
    ['earned_to', order('5', { filter: { earnedTo: NOW } }), ['old']],
    ['HELD by reference', order('4', { bucket: 'HELD', referenceId: 'second' }), ['b']],
    ['HELD without a reference, oldest hold first', order('3', { bucket: 'HELD' }), ['a']],
    ['HELD by lot_ids, whatever hold they lie under', order('4', { bucket: 'HELD', filter: { lotIds: new Set(['b']) } }), ['b']],
    ['HELD by earned_from', order('4', { bucket: 'HELD', filter: { earnedFrom: NOW } }), ['b']],
    ['HELD over both holds', order('7', { bucket: 'HELD' }), ['a', 'b']],
  ])('narrowed by %s takes exactly those lots', (_, asked, gone) => {
    expect(after(asked)).toEqual(without(...gone));
  });

  test.each([
    ['AVAILABLE', order('10.01'), '10.00', '10.01'],
    ['a lot', order('5.01', { filter: { lotIds: new Set(['new']) } }), '5.00', '5.01'],
    ['lots of another bucket', order('1', { filter: { lotIds: new Set(['b']) } }), '0.00', '1.00'],
    ['a hold', order('4.01', { bucket: 'HELD', referenceId: 'second' }), '4.00', '4.01'],
    [
      'lots of one hold through another',
      order('1', { bucket: 'HELD', referenceId: 'first', filter: { lotIds: new Set(['b']) } }),
      '0.00',
      '1.00',
    ],
  ])('of more than there is in %s is insufficient_funds and says what there is', (_, asked, available, requested) => {
    expect(() => after(asked)).toThrow(expect.objectContaining({ code: 'insufficient_funds', details: { available, requested } }));
  });

  test.each([LOT_ASSET, assetWith()])(
    'under an unknown reference is not_found for a $inventoryMode asset, whatever the amount',
    (asset) => {
      const state = asset.inventoryMode === 'LOT' ? account : accountWith({ held: '7' });
      for (const amount of ['1', '100'])
        expect(() => forfeit(contextOf(asset), state, order(amount, { bucket: 'HELD', referenceId: 'unknown' }))).toThrow(
          refused('not_found'),
        );
    },
  );

  test('is possible for an archived asset and not bound by its ceiling', () => {
    const asset: AssetTerms = assetWith({ status: 'ARCHIVED', maxTransactionAmount: amountOf('1') });
    expect(legs(forfeit(contextOf(asset), accountWith({ available: '5' }), order('5')))).toEqual([
      'PARTICIPANT AVAILABLE -5',
      'SYSTEM_BREAKAGE 5',
    ]);
  });

  test('never takes an overdrawn balance further down', () => {
    expect(() => forfeit(contextOf(LOT_ASSET), lotAccount([], '3'), order('1'))).toThrow(refused('insufficient_funds'));
  });
});

describe('what fell due meanwhile', () => {
  const due = (account: AccountState) => bringUpToDate(contextOf(LOT_ASSET), account, ADA);
  const after = (account: AccountState) => advance(account, due(account), NOW);

  test('nothing, makes no entry', () => {
    const account = lotAccount([lot('d', '5', { bucket: 'DEFERRED', maturesAt: day(1) }), lot('a', '5', { expiresAt: day(1) })]);
    expect(due(account)).toMatchObject({ entries: [], lots: [], webhooks: [] });
  });

  test('a lot that matures is AVAILABLE at that instant, in silence and as the same lot', () => {
    const account = lotAccount([
      lot('d', '5', { bucket: 'DEFERRED', maturesAt: NOW, expiresAt: day(1) }),
      lot('later', '2', { bucket: 'DEFERRED', maturesAt: new Date(NOW.getTime() + 1) }),
    ]);
    expect(due(account).entries).toMatchObject([{ type: 'MATURE' }]);
    expect(due(account).webhooks).toEqual([]);
    expect(shown(after(account))).toEqual(['d AVAILABLE 5/5', 'later DEFERRED 2/2']);
  });

  test('matured value first fills what ALLOW_NEGATIVE has taken', () => {
    const account = lotAccount(
      [lot('d', '5', { bucket: 'DEFERRED', maturesAt: NOW }), lot('e', '4', { bucket: 'DEFERRED', maturesAt: NOW })],
      '6',
    );
    expect([buckets(after(account)), ...shown(after(account))]).toEqual(['3/0/0', 'e AVAILABLE 3/4']);
  });

  test.each(['AVAILABLE', 'HELD', 'DEFERRED'] as const)('a lot that expires in %s goes to breakage at that instant', (bucket) => {
    const account = lotAccount([
      lot('x', '5', { bucket, expiresAt: NOW, maturesAt: bucket === 'DEFERRED' ? day(1) : null }),
      lot('keep', '2', { expiresAt: new Date(NOW.getTime() + 1) }),
    ]);
    const decision = due(account);
    expect(legs(decision)).toEqual([`PARTICIPANT ${bucket}${bucket === 'HELD' ? ' order-1' : ''} -5`, 'SYSTEM_BREAKAGE 5']);
    expect(decision.webhooks).toEqual([
      {
        type: 'balance.expired',
        data: {
          journal_entry_id: decision.entries[0]!.id,
          organization_id: 'organization',
          participant_id: ADA.id,
          asset_id: 'asset',
          lot_count: 1,
        },
      },
    ]);
    expect([shown(after(account)), after(account).holds]).toEqual([['keep AVAILABLE 2/2'], []]);
  });

  test('all that expired on an account is one entry and one webhook that counts the lots', () => {
    const account = lotAccount([
      lot('a', '1', { expiresAt: day(-1) }),
      lot('b', '2', { expiresAt: NOW }),
      lot('h', '3', { bucket: 'HELD', expiresAt: NOW }),
      lot('i', '4', { bucket: 'HELD', holdReference: 'other', expiresAt: NOW }),
      lot('part', '9', { expiresAt: NOW, remaining: amountOf('5') }),
    ]);
    const decision = due(account);
    expect(decision.entries).toHaveLength(1);
    expect(legs(decision).at(-1)).toBe('SYSTEM_BREAKAGE 15');
    expect(decision.webhooks).toMatchObject([{ data: { lot_count: 5 } }]);
    expect(isWhole(after(account))).toBe(true);
  });

  test('a lot that matured and expired since does both, in that order', () => {
    const account = lotAccount([lot('d', '5', { bucket: 'DEFERRED', maturesAt: day(-2), expiresAt: day(-1) })]);
    expect(due(account).entries.map(({ type }) => type)).toEqual(['MATURE', 'EXPIRE']);
    expect(legs(due(account))).toEqual([
      'PARTICIPANT DEFERRED -5',
      'PARTICIPANT AVAILABLE 5',
      'PARTICIPANT AVAILABLE -5',
      'SYSTEM_BREAKAGE 5',
    ]);
    expect(buckets(after(account))).toBe('0/0/0');
  });

  test('happens to every account that has lots, and to no wallet', () => {
    const bob = { ...lotAccount([lot('b', '2', { expiresAt: day(-1) })]), id: 'bob' };
    const wallet: AccountState = { ...accountWith({ available: '9' }, '0', 'PROGRAM_WALLET') };
    const ada = lotAccount([lot('a', '1', { expiresAt: day(-1) })]);
    const accounts = new Map([ada, bob, wallet].map((account) => [accountKey(account.id, account.programId, account.assetId), account]));
    const context = contextOf(LOT_ASSET);
    const decision = catchUp(accounts, new Map([[LOT_ASSET.id, LOT_ASSET]]), context);
    expect(decision.entries).toHaveLength(2);
    expect([...accounts.values()].map(buckets)).toEqual(['0/0/0', '0/0/0', '9/0/0']);
  });
});

describe('an overdraft on a LOT asset', () => {
  const context = contextOf(LOT_ASSET);
  const overdraw = (account: AccountState, amount: string) =>
    debit(context, account, { ...command(amount), shortfallPolicy: 'ALLOW_NEGATIVE' });

  test('takes every lot before it takes what is not there', () => {
    const account = lotAccount([lot('a', '3'), lot('h', '4', { bucket: 'HELD' })]);
    const decision = overdraw(account, '5');
    const below = advance(account, decision, NOW);
    expect([buckets(below), ...shown(below)]).toEqual(['-2/4/0', 'h order-1 4/4']);
    expect(decision.entries[0]!.postings[0]!.lots).toMatchObject([{ lotId: 'a' }, { lotId: null }]);
  });

  test.each([
    ['1', '-1/0/0', []],
    ['2', '0/0/0', []],
    ['3.5', '1.5/0/0', ['new AVAILABLE 1.5/3.5']],
  ])('is filled by a credit of %s before anything is left of its lot', (amount, balance, lots) => {
    const below = lotAccount([], '2');
    const decision = credit(context, below, null, command(amount));
    const filled = advance(below, decision, NOW);
    expect([buckets(filled), named(filled)]).toEqual([balance, lots]);
    expect(advanceAll(new Map([[accountKey(ADA.id, 'program', 'asset'), below]]), decision, NOW).size).toBe(1);
    expect(isWhole(filled)).toBe(true);
  });

  test.each(['HELD', 'DEFERRED'] as const)('is not filled by a credit to %s', (bucket) => {
    const below = lotAccount([], '2');
    const terms = { maturesAt: bucket === 'DEFERRED' ? day(1) : null, expiresAt: null };
    expect(buckets(advance(below, credit(context, below, null, command('5', { bucket, terms })), NOW))).toBe(
      bucket === 'HELD' ? '-2/5/0' : '-2/0/5',
    );
  });
});

describe('a debit of a LOT asset', () => {
  const context = contextOf(LOT_ASSET);
  const account = lotAccount(
    [
      lot('late', '5', { expiresAt: day(9) }),
      lot('soon', '5', { expiresAt: day(1) }),
      lot('a', '3', { bucket: 'HELD', holdReference: 'first' }),
      lot('b', '4', { bucket: 'HELD', holdReference: 'second' }),
      lot('d', '8', { bucket: 'DEFERRED', maturesAt: day(5) }),
    ],
    '0',
    { first: day(-5), second: day(-1) },
  );
  const left = (amount: string, bucket: 'AVAILABLE' | 'HELD' | 'DEFERRED', referenceId: string | null = null) =>
    shown(advance(account, debit(context, account, { ...command(amount, { bucket }), referenceId, shortfallPolicy: 'REJECT' }), NOW));

  test('consumes lots of its bucket alone, first-expiring first', () => {
    expect(left('6', 'AVAILABLE')).toEqual(['late AVAILABLE 4/5', 'a first 3/3', 'b second 4/4', 'd DEFERRED 8/8']);
    expect(left('8', 'DEFERRED')).not.toContain('d DEFERRED 8/8');
  });

  test('from HELD consumes the named hold, or the oldest first', () => {
    expect(left('4', 'HELD', 'second')).not.toContain('b second 4/4');
    expect(left('5', 'HELD')).toContain('b second 2/4');
  });
});
