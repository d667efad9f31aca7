/** Commands that are decided together, against the same ones decided one after another. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError } from '@/domain/errors';
import { accountKey, type AccountState, type AssetTerms } from '@/domain/ledger/accounts';
import { advanceAll } from '@/domain/ledger/advance';
import { identityOf, type BalanceCommand } from '@/domain/ledger/balance-command';
import { decideBatch, type Books, type CommandOutcome, type QueuedCommand } from '@/domain/ledger/command-batch';
import type { FoundHolder } from '@/domain/ledger/holder';
import { accountWith, ADA, assetWith, buckets, day, lot, lotAccount, NOW, PROGRAM, shown, walletWith } from './support';

const KEY = accountKey(ADA.id, PROGRAM, 'asset');
const WALLET = accountKey(PROGRAM, PROGRAM, 'asset');
const ada: FoundHolder = { ...ADA, status: 'ACTIVE' };
const PREFUNDED = assetWith({ issuancePolicy: 'PREFUNDED' });

const booksWith = (account: AccountState, wallet = walletWith('1000')): Books => ({
  accounts: new Map([
    [KEY, account],
    [WALLET, wallet],
  ]),
  accountsOfLots: new Map(account.lots.map(({ id }) => [id, KEY])),
});

function scope() {
  let made = 0;
  return { organizationId: 'organization', now: NOW, newId: () => `made-${(made += 1)}` };
}

const target = { program_id: PROGRAM, asset_id: 'asset', description: 'Test' };
const credit = (amount: string): BalanceCommand => ({ operation: 'ADJUST', type: 'CREDIT', ...target, amount });
const debit = (amount: string): BalanceCommand => ({ operation: 'ADJUST', type: 'DEBIT', ...target, amount });

function queue(command: BalanceCommand, { key, ...other }: Partial<QueuedCommand> & { key?: string } = {}): QueuedCommand {
  const request = key === undefined ? null : { key, ...identityOf(command, ADA) };
  return { command, holder: ada, asset: PREFUNDED, request, ...other };
}

const told = (outcome: CommandOutcome): unknown =>
  outcome.applied === null ? outcome.refusal.code : [buckets(outcome.applied.account), outcome.repeats];

const references = fc.constantFrom('r', 's');
const commands = fc.record({ amount: fc.integer({ min: 1, max: 12 }), reference: references, kind: fc.integer({ min: 0, max: 7 }) });
function commandOf({ amount: units, reference: reference_id, kind }: { amount: number; reference: string; kind: number }): BalanceCommand {
  const amount = String(units);
  const kinds: readonly BalanceCommand[] = [
    credit(amount),
    { ...credit(amount), reference_id } as BalanceCommand,
    { operation: 'ADJUST', type: 'DEBIT', ...target, amount, shortfall_policy: 'PARTIAL' },
    { operation: 'ADJUST', type: 'DEBIT', ...target, amount, shortfall_policy: 'ALLOW_NEGATIVE' },
    { operation: 'HOLD', ...target, amount, reference_id },
    { operation: 'RELEASE', ...target, amount, reference_id },
    { operation: 'FORFEIT', ...target, amount, bucket: 'HELD' },
    { operation: 'SETTLE', ...target, amount, reference_id },
  ];
  return kinds[kind]!;
}

describe('commands that are decided together', () => {
  test.each(['SIMPLE', 'LOT'] as const)('of a %s asset come to what they come to one after another', (inventoryMode) => {
    const asset: AssetTerms = assetWith({ inventoryMode, issuancePolicy: 'PREFUNDED' });
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 15 }), (drawn) => {
        const queued = drawn.map((one) => queue(commandOf(one), { asset }));
        const books = booksWith(inventoryMode === 'LOT' ? lotAccount([]) : accountWith(), walletWith('30'));
        const together = decideBatch(queued, books, scope());
        let { accounts } = books;
        const apart = scope();
        const alone = queued.map((one) => {
          const { outcomes, decision } = decideBatch([one], { ...books, accounts }, apart);
          accounts = new Map([...accounts, ...advanceAll(accounts, decision, NOW)]);
          return outcomes[0]!;
        });
        expect(together.outcomes.map(told)).toEqual(alone.map(told));
        const after = advanceAll(books.accounts, together.decision, NOW);
        for (const [key, account] of after) expect(buckets(account)).toBe(buckets(accounts.get(key)!));
      }),
      { numRuns: 200 },
    );
  });

  test('are refused one by one, and what is refused changes nothing', () => {
    const queued = [credit('5'), debit('6'), debit('5'), debit('1')].map((command) => queue(command));
    const { outcomes, decision } = decideBatch(queued, booksWith(accountWith()), scope());
    expect(outcomes.map(told)).toEqual([['5/0/0', false], 'insufficient_funds', ['0/0/0', false], 'insufficient_funds']);
    expect(decision.entries.map(({ type }) => type)).toEqual(['CREDIT', 'DEBIT']);
  });

  test('are refused before any account is touched where the holder, the asset or the command itself does not allow them', () => {
    const unlinked = new DomainError('asset_not_linked', 'The asset is not linked.');
    const queued = [
      queue(credit('5'), { asset: unlinked }),
      queue(credit('5'), { holder: { ...ADA, status: 'CLOSED' } }),
      queue({ ...debit('5'), expires_in: '9d' } as BalanceCommand),
    ];
    const { outcomes, decision } = decideBatch(queued, { accounts: new Map(), accountsOfLots: new Map() }, scope());
    expect(outcomes.map(told)).toEqual(['asset_not_linked', 'participant_inactive', 'invalid_request']);
    expect(decision.entries).toEqual([]);
  });

  test('find what has fallen due on their account settled first', () => {
    const asset = assetWith({ inventoryMode: 'LOT' });
    const account = lotAccount([lot('gone', '3', { expiresAt: day(-1) }), lot('left', '4')]);
    const { outcomes, decision } = decideBatch([queue(debit('4'), { asset }), queue(debit('1'), { asset })], booksWith(account), scope());
    expect(outcomes.map(told)).toEqual([['0/0/0', false], 'insufficient_funds']);
    expect(decision.entries.map(({ type }) => type)).toEqual(['EXPIRE', 'DEBIT']);
    expect(shown(outcomes[0]!.applied!.account)).toEqual([]);
  });

  test('leave the books that they were given as they were', () => {
    const books = booksWith(accountWith());
    decideBatch([queue(credit('5'))], books, scope());
    expect(buckets(books.accounts.get(KEY)!)).toBe('0/0/0');
  });
});

describe('an idempotency key that is used twice in a batch', () => {
  const decided = (...queued: QueuedCommand[]) => decideBatch(queued, booksWith(accountWith()), scope());

  test('has one effect, and the second use repeats the first', () => {
    const { outcomes, decision } = decided(queue(credit('5'), { key: 'k' }), queue(credit('5'), { key: 'k' }));
    expect(outcomes.map(told)).toEqual([
      ['5/0/0', false],
      ['5/0/0', true],
    ]);
    expect(outcomes[1]!.applied).toBe(outcomes[0]!.applied);
    expect(decision.entries).toHaveLength(1);
  });

  test('is a conflict with other parameters', () => {
    expect(decided(queue(credit('5'), { key: 'k' }), queue(credit('6'), { key: 'k' })).outcomes.map(told)).toEqual([
      ['5/0/0', false],
      'idempotency_conflict',
    ]);
  });

  test('is still free after a command that was refused', () => {
    expect(decided(queue(debit('5'), { key: 'k' }), queue(credit('5'), { key: 'k' })).outcomes.map(told)).toEqual([
      'insufficient_funds',
      ['5/0/0', false],
    ]);
  });

  test('counts within its program alone', () => {
    const elsewhere = { ...credit('5'), program_id: 'other' };
    const other = accountKey(ADA.id, 'other', 'asset');
    const books = booksWith(accountWith());
    const accounts = new Map([...books.accounts, [other, { ...accountWith(), programId: 'other' }]]);
    const asset = assetWith();
    const { outcomes } = decideBatch(
      [queue(credit('5'), { key: 'k' }), queue(elsewhere, { key: 'k', asset })],
      { ...books, accounts },
      scope(),
    );
    expect(outcomes.map((outcome) => outcome.applied !== null && !outcome.repeats)).toEqual([true, true]);
  });
});
