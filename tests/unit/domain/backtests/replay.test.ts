/** A backtest repeats what no rule did as it happened, as far as the balance allows. */
import { describe, expect, test } from 'vitest';
import { DatedIds } from '@/domain/backtests/dated-ids';
import { replayEntry, type ReplayScope } from '@/domain/backtests/replay';
import { accountKey, emptyAccount, type AccountState, type AssetTerms } from '@/domain/ledger/accounts';
import type { Posting } from '@/domain/ledger/entry';
import type { Lot } from '@/domain/ledger/lots';
import { amountOf } from '@/domain/money';

const AT = new Date('2026-01-02T00:00:00Z');
const asset = (inventoryMode: AssetTerms['inventoryMode']): AssetTerms => ({
  id: 'pts',
  symbol: 'PTS',
  scale: 2,
  inventoryMode,
  issuancePolicy: 'UNLIMITED',
  maxTransactionAmount: null,
  status: 'ACTIVE',
});
const lot = (id: string, remaining: string, fields: Partial<Lot> = {}): Lot => ({
  ...{ id, amount: amountOf(remaining), remaining: amountOf(remaining), bucket: 'AVAILABLE', holdReference: null, provisional: false },
  ...{ earnedAt: new Date('2026-01-01T00:00:00Z'), maturesAt: null, expiresAt: null, parentId: null, ...fields },
});
const account = (available: string, fields: Partial<AccountState> = {}): AccountState => {
  const empty = emptyAccount({ type: 'PARTICIPANT', id: 'ada', programId: 'club', assetId: 'pts' });
  return { ...empty, balance: { ...empty.balance, available: amountOf(available) }, ...fields };
};
const posting = (bucket: 'AVAILABLE' | 'HELD', amount: string, lots?: [string, string][]): Posting => ({
  assetId: 'pts',
  account: { type: 'PARTICIPANT', id: 'ada', bucket },
  amount: amountOf(amount),
  holdReference: bucket === 'HELD' ? 'order' : null,
  ...(lots && { lots: lots.map(([lotId, part]) => ({ lotId, amount: amountOf(part) })) }),
});

function replayed(
  before: AccountState,
  mode: AssetTerms['inventoryMode'],
  postings: readonly Posting[],
  names: Record<string, string> = {},
): AccountState {
  const key = accountKey('ada', 'club', 'pts');
  const accounts = new Map([[key, before]]);
  const book = { idOf: (id: string) => names[id] ?? id, recorded: () => undefined };
  const scope: ReplayScope = { programId: 'club', assets: new Map([['pts', asset(mode)]]), book, newId: new DatedIds().next };
  replayEntry(
    accounts,
    { id: 'entry', sequence: 1, type: 'DEBIT', at: AT, eventId: null, ruleId: null, referenceId: null, postings },
    scope,
  );
  return accounts.get(key)!;
}

const shown = ({ balance, lots, holds }: AccountState) => ({
  available: balance.available.toFixed(),
  held: balance.held.toFixed(),
  lots: lots.map(({ bucket, remaining }) => `${bucket} ${remaining.toFixed()}`),
  holds: holds.map(({ amount }) => amount.toFixed()),
});

describe('a recorded movement', () => {
  test('takes from the lot that stands for the recorded one', () => {
    const after = replayed(
      account('8', { lots: [lot('old', '3'), lot('mine', '5')] }),
      'LOT',
      [posting('AVAILABLE', '-4', [['theirs', '-4']])],
      { theirs: 'mine' },
    );
    expect(shown(after)).toMatchObject({ available: '4', lots: ['AVAILABLE 3', 'AVAILABLE 1'] });
  });

  test('takes from other lots where its own are not there, and goes below zero beyond them', () => {
    const after = replayed(account('3', { lots: [lot('other', '3')] }), 'LOT', [posting('AVAILABLE', '-5', [['theirs', '-5']])]);
    expect(shown(after)).toMatchObject({ available: '-2', lots: [] });
  });

  test('spends what was spent of an asset without lots, whatever is there', () => {
    expect(shown(replayed(account('3'), 'SIMPLE', [posting('AVAILABLE', '-5')]))).toMatchObject({ available: '-2' });
  });

  test('holds value on the terms of the lots that it takes it from', () => {
    const expiresAt = new Date('2026-02-01T00:00:00Z');
    const after = replayed(account('9', { lots: [lot('other', '9', { expiresAt })] }), 'LOT', [
      posting('AVAILABLE', '-4', [['theirs', '-4']]),
      posting('HELD', '4', [['theirs', '4']]),
    ]);
    expect(shown(after)).toEqual({ available: '5', held: '4', lots: ['AVAILABLE 5', 'HELD 4'], holds: ['4'] });
    expect(after.lots.map((each) => each.expiresAt)).toEqual([expiresAt, expiresAt]);
  });

  test('frees no more than is held', () => {
    const held = account('0', {
      balance: { ...account('0').balance, held: amountOf('2') },
      holds: [{ reference: 'order', amount: amountOf('2'), createdAt: AT }],
    });
    expect(shown(replayed(held, 'SIMPLE', [posting('HELD', '-5'), posting('AVAILABLE', '5')]))).toMatchObject({
      available: '2',
      held: '0',
      holds: [],
    });
  });
});

describe('ids of a backtest', () => {
  test('stand after every recorded id of an earlier millisecond and before those of a later one, in the order in which they were made', () => {
    const ids = new DatedIds();
    ids.passed('01a1ff03-dc20-748c-bcd4-79eef0116490');
    const made = [ids.next(), ids.next()];
    ids.passed('01a1ff03-dc10-748c-bcd4-79eef0116490');
    made.push(ids.next());
    const all = ['01a1ff03-dc1f-7fff-bfff-ffffffffffff', ...made, '01a1ff03-dc21-7000-8000-000000000000'];
    expect([...all].sort()).toEqual(all);
    expect(new Set(all).size).toBe(5);
  });
});
