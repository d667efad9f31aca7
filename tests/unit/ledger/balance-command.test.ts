/** What each balance command does in each state of its holder, its asset and its account, without a database. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUCKETS } from '@/domain/choices';
import { DomainError } from '@/domain/errors';
import type { AccountState, AssetTerms } from '@/domain/ledger/accounts';
import {
  admitCommand,
  commandBucket,
  decideBalanceCommand,
  drawsOnWallet,
  enrolls,
  identityOf,
  type BalanceCommand,
} from '@/domain/ledger/balance-command';
import type { FoundHolder } from '@/domain/ledger/holder';
import { accountWith, ADA, assetWith, contextOf, lot, LOT_ASSET, lotAccount, PROGRAM, REFERENCE, refused, walletWith } from './support';

const TARGET = { program_id: PROGRAM, asset_id: 'asset', description: 'Test', amount: '5' };
const COMMANDS = {
  credit: { operation: 'ADJUST', type: 'CREDIT', ...TARGET },
  debit: { operation: 'ADJUST', type: 'DEBIT', ...TARGET },
  settle: { operation: 'SETTLE', ...TARGET, reference_id: REFERENCE },
  hold: { operation: 'HOLD', ...TARGET, reference_id: REFERENCE },
  release: { operation: 'RELEASE', ...TARGET, reference_id: REFERENCE },
  forfeit: { operation: 'FORFEIT', ...TARGET, bucket: 'AVAILABLE' },
  voidHold: { operation: 'VOID_HOLD', ...TARGET, amount: undefined, reference_id: REFERENCE },
} as const satisfies Record<string, BalanceCommand>;
type Name = keyof typeof COMMANDS;
const NAMES = Object.keys(COMMANDS) as Name[];

const active: FoundHolder = { ...ADA, status: 'ACTIVE' };
const codeOf = (decide: () => unknown): string => {
  try {
    decide();
    return 'done';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
};

describe('admission', () => {
  const HOLDERS = [
    ['PARTICIPANT', 'ACTIVE', 'done', 'done'],
    ['PARTICIPANT', 'SUSPENDED', 'participant_inactive', 'participant_inactive'],
    ['PARTICIPANT', 'CLOSED', 'participant_inactive', 'done'],
    ['GROUP', 'ACTIVE', 'done', 'done'],
    ['GROUP', 'ARCHIVED', 'group_archived', 'done'],
  ] as const;
  test.each(HOLDERS)('of a %s that is %s is %s, and %s for a forfeit', (type, status, most, forfeits) => {
    const holder = { type, id: 'holder', status } as FoundHolder;
    for (const name of NAMES)
      expect([name, codeOf(() => admitCommand(COMMANDS[name], holder, assetWith()))]).toEqual([name, name === 'forfeit' ? forfeits : most]);
  });

  test('tells of a contradiction first, then of the holder, then of the program and the asset', () => {
    const suspended: FoundHolder = { ...ADA, status: 'SUSPENDED' };
    const unlinked = new DomainError('asset_not_linked', 'The asset is not linked.');
    const debit = { ...COMMANDS.debit, expires_in: '9d' };
    expect(codeOf(() => admitCommand(debit, suspended, unlinked))).toBe('invalid_request');
    expect(codeOf(() => admitCommand(COMMANDS.debit, suspended, unlinked))).toBe('participant_inactive');
    expect(codeOf(() => admitCommand(COMMANDS.debit, active, unlinked))).toBe('asset_not_linked');
    expect(admitCommand(COMMANDS.debit, active, LOT_ASSET)).toBe(LOT_ASSET);
  });

  test.each(NAMES)('of %s takes the buckets that it works on', (name) => {
    const allowed = {
      credit: BUCKETS,
      debit: BUCKETS,
      settle: BUCKETS,
      hold: ['AVAILABLE'],
      release: ['HELD'],
      forfeit: ['AVAILABLE', 'HELD'],
      voidHold: ['HELD'],
    }[name] as readonly string[];
    for (const bucket of BUCKETS) {
      const code = codeOf(() => admitCommand({ ...COMMANDS[name], bucket } as BalanceCommand, active, assetWith()));
      expect([bucket, code]).toEqual([bucket, allowed.includes(bucket) ? 'done' : 'invalid_operation']);
    }
  });

  test('refuses commands that contradict themselves, whatever the balance', () => {
    const code = (command: BalanceCommand) => codeOf(() => admitCommand(command, active, assetWith()));
    expect(code({ ...COMMANDS.credit, shortfall_policy: 'PARTIAL' })).toBe('invalid_shortfall_policy');
    expect(code({ ...COMMANDS.debit, bucket: 'HELD', shortfall_policy: 'ALLOW_NEGATIVE' })).toBe('invalid_operation');
    expect(code({ ...COMMANDS.hold, earned_from: '2026-02-01T00:00:00Z', earned_to: '2026-02-01T00:00:00Z' })).toBe('invalid_filter');
    expect(code({ ...COMMANDS.hold, earned_from: '2026-02-01T00:00:00Z', earned_to: '2026-02-01T00:00:01Z' })).toBe('done');
  });
});

describe('a decision', () => {
  const FULL_LOTS = [lot('free', '20'), lot('held', '5', { bucket: 'HELD', provisional: true })];
  const STATES = {
    'an empty SIMPLE account': [assetWith(), accountWith()],
    'a SIMPLE account with a hold': [assetWith(), accountWith({ available: '20', held: '5' })],
    'an empty LOT account': [LOT_ASSET, lotAccount([])],
    'a LOT account with a provisional hold': [LOT_ASSET, lotAccount(FULL_LOTS)],
    'an account of an archived asset': [assetWith({ status: 'ARCHIVED' }), accountWith({ available: '20', held: '5' })],
  } as const satisfies Record<string, readonly [AssetTerms, AccountState]>;
  const none = { credit: 'CREDIT', debit: 'insufficient_funds', settle: 'not_found', hold: 'insufficient_funds', release: 'not_found' };
  const some = { credit: 'CREDIT', debit: 'DEBIT', settle: 'SETTLE', hold: 'HOLD', release: 'RELEASE', forfeit: 'FORFEIT' };
  const refusedAll = { credit: 'asset_archived', debit: 'asset_archived', settle: 'asset_archived', hold: 'asset_archived' };
  const EXPECTED: Record<keyof typeof STATES, Record<Name, string>> = {
    'an empty SIMPLE account': { ...none, forfeit: 'insufficient_funds', voidHold: 'invalid_operation' },
    'a SIMPLE account with a hold': { ...some, voidHold: 'invalid_operation' },
    'an empty LOT account': { ...none, forfeit: 'insufficient_funds', voidHold: 'not_found' },
    'a LOT account with a provisional hold': { ...some, voidHold: 'VOID' },
    'an account of an archived asset': { ...refusedAll, release: 'asset_archived', forfeit: 'FORFEIT', voidHold: 'invalid_operation' },
  };
  const stateOf = ([asset, account]: readonly [AssetTerms, AccountState]) => ({
    context: contextOf(asset),
    holder: active,
    account,
    wallet: null,
    accountsOfLots: new Map(account.lots.map(({ id }) => [id, `${ADA.id}/${PROGRAM}/asset`])),
  });
  const made = (state: keyof typeof STATES, command: BalanceCommand): string => {
    let type = 'nothing';
    const code = codeOf(() => (type = decideBalanceCommand(stateOf(STATES[state]), command).entries[0]?.type ?? 'nothing'));
    return code === 'done' ? type : code;
  };
  const CELLS = Object.keys(STATES).flatMap((state) => NAMES.map((name) => [name, state as keyof typeof STATES] as const));

  test.each(CELLS)('of %s on %s is one entry of its type, or its refusal', (name, state) => {
    expect(made(state, COMMANDS[name])).toBe(EXPECTED[state][name]);
  });

  test('of a debit that may take part of nothing is empty', () => {
    expect(made('an empty SIMPLE account', { ...COMMANDS.debit, shortfall_policy: 'PARTIAL' })).toBe('nothing');
  });

  test('takes no filter of lots from a SIMPLE asset, and no lot of another balance', () => {
    for (const name of ['hold', 'release', 'forfeit', 'voidHold'] as const) {
      expect(made('a SIMPLE account with a hold', { ...COMMANDS[name], lot_ids: ['free'] })).toBe('invalid_filter');
      expect(() =>
        decideBalanceCommand(stateOf(STATES['a LOT account with a provisional hold']), { ...COMMANDS[name], lot_ids: ['free', 'other'] }),
      ).toThrow(refused('invalid_filter', { param: 'lot_ids[1]' }));
    }
  });

  test.each(['settle', 'hold', 'voidHold'] as const)('of %s needs a reference', (name) => {
    expect(made('a LOT account with a provisional hold', { ...COMMANDS[name], reference_id: undefined })).toBe('missing_reference_id');
  });

  test('of a credit to a PREFUNDED asset is covered by its wallet', () => {
    const asset = assetWith({ issuancePolicy: 'PREFUNDED' });
    const state = { ...stateOf([asset, accountWith()]), wallet: walletWith('4.99') };
    expect(codeOf(() => decideBalanceCommand(state, COMMANDS.credit))).toBe('insufficient_funds');
    expect(decideBalanceCommand({ ...state, wallet: walletWith('5') }, COMMANDS.credit).entries).toHaveLength(1);
  });
});

test('only what gives or takes back value draws on the wallet, and only a credit enrolls', () => {
  const prefunded = assetWith({ issuancePolicy: 'PREFUNDED' });
  expect(NAMES.filter((name) => drawsOnWallet(COMMANDS[name], prefunded))).toEqual(['credit', 'debit', 'settle', 'voidHold']);
  expect(NAMES.filter((name) => drawsOnWallet(COMMANDS[name], assetWith()))).toEqual([]);
  expect(NAMES.filter((name) => enrolls(COMMANDS[name]))).toEqual(['credit', 'settle']);
});

describe('the identity of a command', () => {
  const written = fc.record({ name: fc.constantFrom(...NAMES), key: fc.string(), amount: fc.integer({ min: 1, max: 10 ** 9 }) });

  test('does not depend on its key, on defaults that it writes out, or on how its amount is written', () => {
    fc.assert(
      fc.property(written, ({ name, key, amount }) => {
        const command: BalanceCommand = { ...COMMANDS[name], amount: `${amount}` };
        const spelled = {
          ...command,
          idempotency_key: key,
          amount: `${amount}.00`,
          ...(name === 'settle' ? {} : { bucket: commandBucket(command) }),
          ...(name === 'debit' ? { shortfall_policy: 'REJECT' } : {}),
        } as BalanceCommand;
        expect(identityOf(spelled, ADA)).toEqual(identityOf(command, ADA));
      }),
    );
  });

  test('differs by command, holder, amount and description, and a settlement has that of its adjustment', () => {
    const all = NAMES.map((name) => identityOf(COMMANDS[name], ADA).fingerprint);
    expect(new Set(all).size).toBe(NAMES.length);
    const mine = identityOf(COMMANDS.hold, ADA).fingerprint;
    expect(identityOf(COMMANDS.hold, { type: 'GROUP', id: ADA.id }).fingerprint).not.toBe(mine);
    expect(identityOf({ ...COMMANDS.hold, amount: '6' }, ADA).fingerprint).not.toBe(mine);
    expect(identityOf({ ...COMMANDS.hold, description: 'Other' }, ADA).fingerprint).not.toBe(mine);
    const { operation: _, ...settle } = COMMANDS.settle;
    expect(identityOf({ operation: 'ADJUST', type: 'CREDIT', ...settle }, ADA)).toEqual(identityOf(COMMANDS.settle, ADA));
  });
});
