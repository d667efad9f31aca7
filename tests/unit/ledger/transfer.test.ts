import { describe, expect, test } from 'vitest';
import { accountKey, emptyAccount, type AccountState, type Holder } from '@/domain/ledger/accounts';
import { advanceAll } from '@/domain/ledger/advance';
import { transfer, type TransferCommand } from '@/domain/ledger/transfer';
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
  shown,
  refused,
} from './support';

const BOB: Holder = { type: 'PARTICIPANT', id: 'bob' };
const TEAM: Holder = { type: 'GROUP', id: 'team' };
const SIMPLE = contextOf(assetWith());
const LOTS = contextOf(LOT_ASSET);
const command = (fields: Partial<TransferCommand> = {}): TransferCommand => ({
  holder: ADA,
  description: 'Test',
  referenceId: null,
  cause: null,
  preserveExpiry: true,
  ...fields,
});

const empty = ({ type, id }: Holder): AccountState => emptyAccount({ type, id, programId: PROGRAM, assetId: 'asset' });
const owned = (account: AccountState, { type, id }: Holder): AccountState => ({ ...account, type, id });
const to = (holder: Holder, amount: string, account = empty(holder)) => ({ holder, amount: amountOf(amount), account });

/** The accounts after the transfer: the source's first. */
function after(
  context: typeof SIMPLE,
  source: AccountState,
  recipients: ReturnType<typeof to>[],
  fields: Partial<TransferCommand> = {},
): AccountState[] {
  const decision = transfer(context, source, recipients, command(fields));
  const accounts = [source, ...recipients.map(({ account }) => account)];
  const keyOf = ({ id }: AccountState) => accountKey(id, PROGRAM, 'asset');
  const changed = advanceAll(new Map(accounts.map((account) => [keyOf(account), account])), decision, NOW);
  return accounts.map((account) => changed.get(keyOf(account))!);
}

test('a SIMPLE asset moves from one to many in one entry, and neither wallet nor issuance takes part', () => {
  const source = accountWith({ available: '10', held: '5' });
  const context = contextOf(assetWith({ issuancePolicy: 'PREFUNDED' }));
  expect(legs(transfer(context, source, [to(BOB, '3'), to(TEAM, '4.5')], command()))).toEqual([
    'PARTICIPANT AVAILABLE -7.5',
    'PARTICIPANT AVAILABLE 3',
    'GROUP AVAILABLE 4.5',
  ]);
  expect(after(context, source, [to(BOB, '3'), to(TEAM, '4.5')]).map(buckets)).toEqual(['2.5/5/0', '3/0/0', '4.5/0/0']);
});

test('the record and the webhook name source and recipients, each by exactly one id', () => {
  const { entries, transfers, webhooks } = transfer(
    SIMPLE,
    { ...accountWith({ available: '10' }), ...TEAM },
    [to(BOB, '3'), to(ADA, '4')],
    command({ holder: TEAM }),
  );
  const [entry] = entries;
  expect(entry).toMatchObject({ type: 'TRANSFER', description: 'Test' });
  expect(transfers).toMatchObject([
    { entryId: entry!.id, source: TEAM, recipients: [{ holder: BOB }, { holder: ADA }], preserveExpiry: true },
  ]);
  expect(transfers[0]!.total.toFixed()).toBe('7');
  expect(webhooks).toEqual([
    {
      type: 'transfer.completed',
      data: {
        journal_entry_id: entry!.id,
        organization_id: 'organization',
        program_id: PROGRAM,
        source_group_id: 'team',
        asset_id: 'asset',
        recipients: [
          { participant_id: 'bob', amount: '3.00' },
          { participant_id: 'ada', amount: '4.00' },
        ],
      },
    },
  ]);
});

test('a cause is the cause of the entry', () => {
  const cause = { eventId: 'event', ruleId: 'rule', ruleVersion: 2 };
  expect(transfer(SIMPLE, accountWith({ available: '10' }), [to(BOB, '3')], command({ cause })).entries[0]).toMatchObject({ cause });
});

describe('lots', () => {
  const source = () =>
    lotAccount([
      lot('never', '10', { earnedAt: day(-9) }),
      lot('soon', '2', { expiresAt: day(1), earnedAt: day(-1) }),
      lot('later', '5', { expiresAt: day(3), earnedAt: day(-2) }),
      lot('held', '7', { bucket: 'HELD' }),
    ]);

  test('move first-expiring first in the order of the recipients, and split where they move in part', () => {
    const [ada, bob, team] = after(LOTS, source(), [to(BOB, '4'), to(TEAM, '6')]);
    expect(shown(ada!)).toEqual(['never AVAILABLE 7/10', 'held order-1 7/7']);
    expect(bob!.lots.map(({ parentId, amount, expiresAt, earnedAt }) => [parentId, amount.toFixed(), expiresAt, earnedAt])).toEqual([
      ['soon', '2', day(1), day(-1)],
      ['later', '2', day(3), day(-2)],
    ]);
    expect(team!.lots.map(({ parentId, amount, expiresAt, earnedAt }) => [parentId, amount.toFixed(), expiresAt, earnedAt])).toEqual([
      ['later', '3', day(3), day(-2)],
      ['never', '3', null, day(-9)],
    ]);
    for (const account of [ada!, bob!, team!]) expect(isWhole(account)).toBe(true);
  });

  test('never expire any more with preserve_expiry false, and are still as old as they were', () => {
    const [, bob] = after(LOTS, source(), [to(BOB, '3')], { preserveExpiry: false });
    expect(bob!.lots.map(({ parentId, expiresAt, earnedAt }) => [parentId, expiresAt, earnedAt])).toEqual([
      ['soon', null, day(-1)],
      ['later', null, day(-2)],
    ]);
  });

  test('one lot that goes to several recipients leaves the source as one', () => {
    const { entries } = transfer(LOTS, source(), [to(BOB, '1'), to(TEAM, '1')], command());
    const given = entries[0]!.postings.find(({ account }) => account.id === ADA.id)!;
    expect(given.lots!.map(({ lotId, amount }) => `${lotId} ${amount.toFixed()}`)).toEqual(['soon -2']);
  });

  test('first fill what the recipient has overdrawn, each beside the lot that it came in', () => {
    const bob = owned(lotAccount([], '3'), BOB);
    const decision = transfer(LOTS, source(), [to(BOB, '9', bob)], command());
    const [soon, later, never] = decision.lots.map(({ lot: { id } }) => id);
    const arrived = decision.entries[0]!.postings.find(({ account }) => account.id === 'bob')!;
    expect(arrived.lots!.map(({ lotId, amount }) => [lotId, amount.toFixed()])).toEqual([
      [null, '2'],
      [later, '4'],
      [null, '1'],
      [never, '2'],
    ]);
    expect(soon).toBeDefined();
    const [, bobAfter] = after(LOTS, source(), [to(BOB, '9', bob)]);
    expect(buckets(bobAfter!)).toBe('6/0/0');
    expect(isWhole(bobAfter!)).toBe(true);
  });
});

describe('is refused', () => {
  const ten = accountWith({ available: '10', held: '90' });

  test.each([
    [
      'beyond AVAILABLE, whatever is held',
      ten,
      [to(BOB, '6'), to(TEAM, '4.01')],
      refused('insufficient_funds', { details: { available: '10.00', requested: '10.01' } }),
    ],
    ['from an overdrawn account', accountWith({ available: '-1' }, '1'), [to(BOB, '1')], refused('insufficient_funds')],
    ['to the source itself', ten, [to(BOB, '1'), to(ADA, '1')], refused('self_transfer', { param: 'recipients[1]' })],
    ['to somebody named twice', ten, [to(BOB, '1'), to(BOB, '1')], refused('validation_error', { param: 'recipients[1]' })],
    ['of nothing', ten, [to(BOB, '0')], refused('invalid_amount')],
  ])('%s', (_, source, recipients, error) => {
    expect(() => transfer(SIMPLE, source, recipients, command())).toThrow(error);
  });

  test('above the ceiling, for which the total counts', () => {
    const context = contextOf(assetWith({ maxTransactionAmount: amountOf('5') }));
    expect(() => transfer(context, ten, [to(BOB, '3'), to(TEAM, '2.01')], command())).toThrow(refused('max_transaction_amount_exceeded'));
    expect(() => transfer(context, ten, [to(BOB, '3'), to(TEAM, '2')], command())).not.toThrow();
  });

  test('of an archived asset', () => {
    expect(() => transfer(contextOf(assetWith({ status: 'ARCHIVED' })), ten, [to(BOB, '3')], command())).toThrow(refused('asset_archived'));
  });
});
