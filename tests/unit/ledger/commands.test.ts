import { describe, expect, test } from 'vitest';
import { NOTHING, type Decision } from '@/domain/decision';
import { BUCKETS, SHORTFALL_POLICIES } from '@/domain/choices';
import { accountKey, type AccountState, type Bucket } from '@/domain/ledger/accounts';
import { advanceAll } from '@/domain/ledger/advance';
import { balanced } from '@/domain/ledger/entry';
import { credit as creditAccount, type CreditCommand } from '@/domain/ledger/credit';
import { debit, type ShortfallPolicy } from '@/domain/ledger/debit';
import { bucketBalance, type LedgerContext } from '@/domain/ledger/command';
import { burnWallet, fundWallet } from '@/domain/ledger/wallet';
import { amountOf } from '@/domain/money';
import { accountWith, ADA, assetWith, command, contextOf, NOW, PROGRAM, walletWith, refused } from './support';

/** Buckets that a SIMPLE asset can be credited to; it cannot mature. */
const SIMPLE_BUCKETS = ['AVAILABLE', 'HELD'] as const;

const credit = (context: LedgerContext, wallet: AccountState | null, asked: CreditCommand) =>
  creditAccount(context, accountWith(), wallet, asked);
const lines = ({ entries }: Decision) =>
  entries.flatMap((entry) => entry.postings.map(({ account, amount }) => [account.type, account.id, account.bucket, amount.toFixed()]));
const wallet = ['PROGRAM_WALLET', PROGRAM, 'AVAILABLE'];
const issuance = ['SYSTEM_ISSUANCE', PROGRAM, null];

function advance(account: AccountState, decision: Decision): AccountState {
  const key = accountKey(account.id, account.programId, account.assetId);
  return advanceAll(new Map([[key, account]]), decision, NOW).get(key) ?? account;
}

describe('credit', () => {
  test.each(SIMPLE_BUCKETS)('of an UNLIMITED asset takes from issuance and gives to %s', (bucket) => {
    const decision = credit(contextOf(assetWith()), null, command('5', { bucket }));
    expect(lines(decision)).toEqual([
      [...issuance, '-5'],
      ['PARTICIPANT', ADA.id, bucket, '5'],
    ]);
    expect(decision.overdrafts).toEqual([]);
  });

  test.each(SIMPLE_BUCKETS)('of a PREFUNDED asset takes from the wallet and gives to %s', (bucket) => {
    const decision = credit(contextOf(assetWith({ issuancePolicy: 'PREFUNDED' })), walletWith('5'), command('5', { bucket }));
    expect(lines(decision)).toEqual([
      [...wallet, '-5'],
      ['PARTICIPANT', ADA.id, bucket, '5'],
    ]);
  });

  test.each([
    ['never funded', null],
    ['empty', walletWith('0')],
    ['a hundredth short', walletWith('4.99')],
  ])('of a PREFUNDED asset whose wallet is %s is insufficient_funds', (_, state) => {
    expect(() => credit(contextOf(assetWith({ issuancePolicy: 'PREFUNDED' })), state, command('5'))).toThrow(refused('insufficient_funds'));
  });

  test('names the entry, its amount in scale, the bucket and the reference in one webhook', () => {
    const decision = credit(contextOf(assetWith()), null, command('5', { bucket: 'HELD', referenceId: 'r' }));
    expect(decision.webhooks).toEqual([
      {
        type: 'balance.credited',
        data: {
          journal_entry_id: decision.entries[0]?.id,
          organization_id: 'organization',
          program_id: PROGRAM,
          participant_id: ADA.id,
          asset_id: 'asset',
          amount: '5.00',
          bucket: 'HELD',
          reference_id: 'r',
        },
      },
    ]);
    expect(credit(contextOf(assetWith()), null, command('5')).webhooks[0]?.data).not.toHaveProperty('reference_id');
  });

  test('of a group names the group', () => {
    const decision = credit(contextOf(assetWith()), null, command('5', { holder: { type: 'GROUP', id: 'team' } }));
    expect(lines(decision)[1]).toEqual(['GROUP', 'team', 'AVAILABLE', '5']);
    expect(decision.webhooks[0]?.data).toMatchObject({ group_id: 'team' });
    expect(decision.webhooks[0]?.data).not.toHaveProperty('participant_id');
  });

  test('keeps what caused it with the entry', () => {
    const cause = { eventId: 'event', ruleId: 'rule', ruleVersion: 3 };
    const { entries } = credit(contextOf(assetWith()), null, command('5', { cause, referenceId: 'r', description: 'why' }));
    expect(entries).toMatchObject([{ type: 'CREDIT', programId: PROGRAM, cause, referenceId: 'r', description: 'why' }]);
  });
});

/** What 10 in the bucket allows: the amount that a debit takes, or null when it is refused. */
const TAKEN: readonly { policy: ShortfallPolicy; bucket: Bucket; amount: string; taken: string | null }[] = BUCKETS.flatMap((bucket) =>
  SHORTFALL_POLICIES.flatMap((policy) => [
    { policy, bucket, amount: '0.01', taken: '0.01' },
    { policy, bucket, amount: '10', taken: '10' },
    {
      policy,
      bucket,
      amount: '10.01',
      taken: { REJECT: null, PARTIAL: '10', ALLOW_NEGATIVE: bucket === 'AVAILABLE' ? '10.01' : null }[policy],
    },
  ]),
);

const holding10: AccountState = accountWith({ available: '10', held: '10', deferred: '10' });

describe('debit', () => {
  test.each(TAKEN)('of $amount under $policy from 10 in $bucket takes $taken', ({ policy, bucket, amount, taken }) => {
    const decide = () => debit(contextOf(assetWith()), holding10, { ...command(amount, { bucket }), shortfallPolicy: policy });
    if (taken === null) {
      expect(decide).toThrow(
        expect.objectContaining({ code: 'insufficient_funds', param: 'amount', details: { available: '10.00', requested: '10.01' } }),
      );
      return;
    }
    const decision = decide();
    expect(lines(decision)).toEqual([
      ['PARTICIPANT', ADA.id, bucket, `-${taken}`],
      [...issuance, taken],
    ]);
    expect(bucketBalance(advance(holding10, decision), bucket).toFixed()).toBe(amountOf('10').minus(taken).toFixed());
    expect(decision.webhooks).toMatchObject([{ type: 'balance.debited', data: { bucket } }]);
  });

  test('returns a PREFUNDED asset to the wallet', () => {
    const decision = debit(contextOf(assetWith({ issuancePolicy: 'PREFUNDED' })), holding10, {
      ...command('4'),
      shortfallPolicy: 'REJECT',
    });
    expect(lines(decision)[1]).toEqual([...wallet, '4']);
  });

  test.each(['0', '-5'])('under PARTIAL from %s does nothing at all', (available) => {
    const decision = debit(contextOf(assetWith()), accountWith({ available }, '5'), { ...command('1'), shortfallPolicy: 'PARTIAL' });
    expect(decision).toEqual(NOTHING);
  });

  test.each([
    ['10', '0', '12', '2'],
    ['0', '0', '3', '3'],
    ['-2', '2', '3', '5'],
    ['-2', '7', '3', undefined],
    ['10', '0', '10', undefined],
  ])('under ALLOW_NEGATIVE from %s with a limit of %s takes %s and raises the limit to %s', (available, limit, amount, raised) => {
    const decision = debit(contextOf(assetWith()), accountWith({ available }, limit), {
      ...command(amount),
      shortfallPolicy: 'ALLOW_NEGATIVE',
    });
    expect(decision.overdrafts.map((grant) => grant.limit.toFixed())).toEqual(raised === undefined ? [] : [raised]);
    const after = advance(accountWith({ available }, limit), decision);
    expect(after.balance.available.toFixed()).toBe(amountOf(available).minus(amount).toFixed());
    expect(after.overdraftLimit.toFixed()).toBe(raised ?? limit);
  });
});

describe('wallet', () => {
  const prefunded = contextOf(assetWith({ issuancePolicy: 'PREFUNDED' }));
  const move = (amount: string) => ({ amount: amountOf(amount), description: 'Budget' });

  test('funding takes from issuance, burning returns to it', () => {
    const funded = fundWallet(prefunded, move('5'));
    expect(lines(funded)).toEqual([
      [...issuance, '-5'],
      [...wallet, '5'],
    ]);
    expect(funded.webhooks).toMatchObject([{ type: 'program.funded', data: { amount: '5.00', journal_entry_id: funded.entries[0]?.id } }]);
    const burned = burnWallet(prefunded, walletWith('5'), move('5'));
    expect(lines(burned)).toEqual([
      [...wallet, '-5'],
      [...issuance, '5'],
    ]);
    expect(burned.webhooks).toMatchObject([{ type: 'program.burned', data: { amount: '5.00' } }]);
  });

  test('burning beyond the wallet is insufficient_funds', () => {
    expect(() => burnWallet(prefunded, walletWith('4.99'), move('5'))).toThrow(refused('insufficient_funds'));
  });

  test('an UNLIMITED asset has no wallet', () => {
    const context = contextOf(assetWith());
    expect(() => fundWallet(context, move('5'))).toThrow(refused('invalid_issuance_policy'));
    expect(() => burnWallet(context, walletWith('5'), move('5'))).toThrow(refused('invalid_issuance_policy'));
  });

  test('the ceiling of one transaction does not bind', () => {
    const context = contextOf(assetWith({ issuancePolicy: 'PREFUNDED', maxTransactionAmount: amountOf('1') }));
    expect(fundWallet(context, move('5')).entries).toHaveLength(1);
  });
});

describe('every operation', () => {
  const operations = (asset: Parameters<typeof assetWith>[0], amount: string): Record<string, () => Decision> => {
    const context = contextOf(assetWith({ issuancePolicy: 'PREFUNDED', ...asset }));
    const move = { amount: amountOf(amount), description: 'x' };
    const much = `1${'0'.repeat(45)}`;
    return {
      credit: () => credit(context, walletWith(much), command(amount)),
      debit: () => debit(context, accountWith({ available: much }), { ...command(amount), shortfallPolicy: 'REJECT' }),
      fund: () => fundWallet(context, move),
      burn: () => burnWallet(context, walletWith(much), move),
    };
  };
  const NAMES = ['credit', 'debit', 'fund', 'burn'];

  test.each(NAMES)('%s refuses an archived asset', (name) => {
    expect(operations({ status: 'ARCHIVED' }, '1')[name]).toThrow(refused('asset_archived'));
  });

  test.each(NAMES)('%s refuses amounts that sums could not hold', (name) => {
    expect(operations({}, `1${'0'.repeat(40)}`)[name]).toThrow(refused('invalid_amount'));
    expect(operations({}, '9'.repeat(40))[name]?.().entries).toHaveLength(1);
  });

  test.each(['credit', 'debit'])('%s refuses more than the ceiling and takes exactly the ceiling', (name) => {
    const ceiling = { maxTransactionAmount: amountOf('100') };
    expect(operations(ceiling, '100.01')[name]).toThrow(refused('max_transaction_amount_exceeded'));
    expect(operations(ceiling, '100')[name]?.().entries).toHaveLength(1);
  });
});

describe('an entry', () => {
  const entry = (...amounts: string[]) => ({
    id: 'e',
    programId: PROGRAM,
    type: 'CREDIT' as const,
    description: null,
    referenceId: null,
    cause: null,
    postings: amounts.map((amount) => ({ assetId: 'asset', account: { ...ADA, bucket: 'AVAILABLE' as const }, amount: amountOf(amount) })),
  });

  test.each([
    ['does not sum to zero', ['1', '-1.000000000000000001']],
    ['has an empty posting', ['1', '-1', '0']],
    ['has one posting', ['1']],
    ['has none', []],
  ])('that %s is a broken invariant', (_, amounts) => {
    expect(() => balanced(entry(...amounts))).toThrow(expect.objectContaining({ name: 'InvariantViolation' }));
  });

  test('must balance in each asset by itself', () => {
    const { postings, ...header } = entry('1', '-1');
    const [first, second] = postings;
    expect(() => balanced({ ...header, postings: [first!, { ...second!, assetId: 'other' }] })).toThrow(/zero per asset/);
    expect(balanced(entry('1', '2', '-3')).postings).toHaveLength(3);
  });
});
