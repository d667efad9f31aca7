import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combine, type Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { accountKey, emptyAccount, type AccountKey, type AccountState, type AssetTerms } from '@/domain/ledger/accounts';
import { advanceAll } from '@/domain/ledger/advance';
import { catchUp } from '@/domain/ledger/catch-up';
import { creditOrSettle } from '@/domain/ledger/credit-or-settle';
import { debit } from '@/domain/ledger/debit';
import type { EntryType, Posting } from '@/domain/ledger/entry';
import { advanceEarnings, earningUnder, type Earnings } from '@/domain/ledger/earnings';
import { forfeit } from '@/domain/ledger/forfeit';
import { hold, release } from '@/domain/ledger/hold';
import { overdraftOf, type Lot, type LotFilter } from '@/domain/ledger/lots';
import { bucketBalance, type LedgerContext } from '@/domain/ledger/command';
import { voidHold } from '@/domain/ledger/settle';
import { takeBack } from '@/domain/ledger/take-back';
import { transfer } from '@/domain/ledger/transfer';
import { burnWallet, fundWallet } from '@/domain/ledger/wallet';
import { Amount, amountOf, formatAmount, sumAmounts, ZERO } from '@/domain/money';
import { Oracle } from '@tests/support/ledger-oracle/oracle';
import { showLot } from '@tests/support/ledger-oracle/purse';
import { aboutEach, ASSET_KINDS, HOLDERS, life, type Step } from '@tests/support/ledger-oracle/step';
import { assetWith, isWhole, NOW, PROGRAM } from './support';

const ASSETS: readonly AssetTerms[] = ASSET_KINDS.map((kind, index) => assetWith({ ...kind, id: `asset-${index}` }));
const REFERENCES: ReadonlySet<string> = new Set(['r1', 'r2', 'r3']);
const typeOf = (holder: string) => (holder === 'team' ? 'GROUP' : 'PARTICIPANT') as 'GROUP' | 'PARTICIPANT';
const keyOf = (id: string, asset: AssetTerms): AccountKey => accountKey(id, PROGRAM, asset.id);
const unitsOf = (amount: Amount, asset: AssetTerms): bigint => BigInt(formatAmount(amount, asset.scale).replace('.', ''));

/** Runs the domain's decisions on accounts in memory, kept as the database would keep them. */
class Ledger {
  accounts = new Map<AccountKey, AccountState>();
  private readonly earnings: Earnings['byAccount'] = new Map();
  readonly postings: { posting: Posting; programId: string }[] = [];
  private made = 0;

  constructor() {
    for (const asset of ASSETS) {
      for (const id of HOLDERS) this.open(typeOf(id), id, asset);
      this.open('PROGRAM_WALLET', PROGRAM, asset);
    }
  }

  private open(type: AccountState['type'], id: string, asset: AssetTerms): void {
    this.accounts.set(keyOf(id, asset), emptyAccount({ type, id, programId: PROGRAM, assetId: asset.id }));
  }

  readonly newId = (): string => `id-${String((this.made += 1)).padStart(8, '0')}`;

  /** The decision, including what fell due before it, or the code that refused it, which changes nothing. */
  run(next: Step, now: Date): Decision | string {
    const asset = ASSETS[next.asset]!;
    const keys = [next.holder, ...next.to, PROGRAM].map((id) => keyOf(id, asset));
    if (next.kind === 'takeBack') keys.push(...ASSETS.map((one) => keyOf(next.holder, one)));
    const accounts = new Map(keys.map((key) => [key, this.accounts.get(key)!]));
    const earnings: Earnings['byAccount'] = new Map(this.earnings);
    const follow = (decision: Decision) => {
      for (const [key, after] of advanceEarnings(REFERENCES, earnings, decision)) earnings.set(key, after);
    };
    const context = { organizationId: 'organization', programId: PROGRAM, asset, now, newId: this.newId };
    const due =
      next.kind === 'fund' || next.kind === 'burn' ? combine([]) : catchUp(accounts, new Map(ASSETS.map((one) => [one.id, one])), context);
    follow(due);
    try {
      const decision = decide(context, (id) => accounts.get(keyOf(id, asset))!, earnings, next);
      follow(decision);
      for (const [key, after] of earnings) this.earnings.set(key, after);
      const whole = combine([due, decision]);
      for (const [key, account] of advanceAll(this.accounts, whole, now)) this.accounts.set(key, account);
      this.postings.push(...whole.entries.flatMap((entry) => entry.postings.map((posting) => ({ posting, programId: entry.programId }))));
      return whole;
    } catch (error) {
      if (error instanceof DomainError) return error.code;
      throw error;
    }
  }
}

function decide(context: LedgerContext, accountOf: (id: string) => AccountState, earnings: Earnings['byAccount'], next: Step): Decision {
  const [account, wallet] = [accountOf(next.holder), accountOf(PROGRAM)];
  const { asset, now } = context;
  const { bucket, reference } = next;
  const amount = amountOf(next.units).times(`1e-${asset.scale}`);
  const command = {
    holder: { type: typeOf(next.holder), id: next.holder },
    description: 'Step',
    referenceId: reference,
    cause: null,
    amount,
  };
  const filter = filterOf(next, now);
  switch (next.kind) {
    case 'fund':
      return fundWallet(context, { amount, description: 'Step' });
    case 'burn':
      return burnWallet(context, wallet, { amount, description: 'Step' });
    case 'credit':
      return creditOrSettle(context, account, wallet, { ...command, bucket, terms: termsOf(next) });
    case 'debit':
      return debit(context, account, { ...command, bucket, shortfallPolicy: next.policy });
    case 'hold':
      return hold(context, account, { ...command, filter });
    case 'release':
      return release(context, account, { ...command, filter });
    case 'forfeit':
      return forfeit(context, account, { ...command, bucket: bucket === 'HELD' ? 'HELD' : 'AVAILABLE', filter });
    case 'takeBack': {
      const earning = earningUnder(earnings.get(keyOf(next.holder, asset)), reference!);
      const share = new Amount(next.share.part).dividedBy(next.share.whole);
      return takeBack(context, account, earning, { ...command, referenceId: reference!, share, shortfallPolicy: next.policy });
    }
    case 'transfer': {
      const recipients = next.to.map((id) => ({ holder: { type: typeOf(id), id }, account: accountOf(id), amount }));
      return transfer(context, account, recipients, { ...command, preserveExpiry: !next.careless });
    }
    case 'void':
      return voidHold(context, account, { ...command, referenceId: reference!, amount: next.careless ? amount : null });
  }
}

const termsOf = ({ expiresInSeconds, maturesInSeconds }: Step) => ({
  ...(expiresInSeconds === null ? {} : { expires_in: `${expiresInSeconds}s` }),
  ...(maturesInSeconds === null ? {} : { matures_in: `${maturesInSeconds}s` }),
});

function filterOf({ earned }: Step, now: Date): LotFilter {
  if (!earned) return {};
  const border = new Date(now.getTime() - earned.milliseconds);
  return earned.recently ? { earnedFrom: border } : { earnedTo: border };
}

/** An account in the oracle's notation. */
function show(account: AccountState, asset: AssetTerms): string[] {
  const units = (amount: Amount) => unitsOf(amount, asset);
  const at = (date: Date | null) => (date === null ? null : date.getTime());
  const line = (lot: Lot) =>
    showLot({
      ...lot,
      left: units(lot.remaining),
      amount: units(lot.amount),
      reference: lot.holdReference,
      earned: lot.earnedAt.getTime(),
      matures: at(lot.maturesAt),
      expires: at(lot.expiresAt),
    });
  const { available, held, deferred } = account.balance;
  return [
    `${units(available)}/${units(held)}/${units(deferred)}`,
    ...account.holds.map(({ reference, amount }) => `${reference}: ${units(amount)}`).sort(),
    ...account.lots.map(line).sort(),
  ];
}

function expectAgreement(oracle: Oracle, { accounts }: Ledger, { asset: index, holder }: Step): void {
  const asset = ASSETS[index]!;
  const account = accounts.get(keyOf(holder, asset))!;
  expect(show(account, asset)).toEqual(oracle.show(index, holder));
  expect(unitsOf(accounts.get(keyOf(PROGRAM, asset))!.balance.available, asset)).toBe(oracle.wallet(index));
  expect(account.balance.available.greaterThanOrEqualTo(account.overdraftLimit.negated())).toBe(true);
  if (asset.inventoryMode === 'LOT') {
    expect(isWhole(account)).toBe(true);
    expect(overdraftOf(account.lots, account.balance.available).isZero() || account.lots.every((lot) => lot.bucket !== 'AVAILABLE')).toBe(
      true,
    );
  }
}

/** What matures is not told; what is taken back, once for each bucket that it comes out of. */
function timesTold(type: EntryType, postings: readonly Posting[]): number {
  if (type === 'MATURE') return 0;
  return type === 'TAKE_BACK' ? postings.filter(({ account }) => HOLDERS.some((holder) => holder === account.id)).length : 1;
}

function expectEntriesSound(decision: Decision): void {
  for (const { postings } of decision.entries) {
    expect(sumAmounts(postings.map(({ amount }) => amount)).isZero()).toBe(true);
    for (const posting of postings)
      if (posting.lots) expect(sumAmounts(posting.lots.map(({ amount }) => amount)).equals(posting.amount)).toBe(true);
  }
  const told = decision.webhooks.flatMap(({ data }) => ('journal_entry_id' in data ? [data.journal_entry_id] : []));
  expect(told).toEqual(decision.entries.flatMap(({ id, type, postings }) => Array<string>(timesTold(type, postings)).fill(id)));
}

function expectPostingsMakeBalances({ accounts, postings }: Ledger, oracle: Oracle): void {
  const total = (fits: (posting: Posting) => boolean) =>
    sumAmounts(postings.filter(({ posting }) => fits(posting)).map(({ posting }) => posting.amount));
  for (const account of accounts.values()) {
    for (const bucket of ['AVAILABLE', 'HELD', 'DEFERRED'] as const) {
      const posted = total(({ account: at, assetId }) => at.id === account.id && at.bucket === bucket && assetId === account.assetId);
      expect(posted.equals(bucketBalance(account, bucket))).toBe(true);
    }
  }
  for (const [index, asset] of ASSETS.entries()) {
    const broken = total((posting) => posting.account.type === 'SYSTEM_BREAKAGE' && posting.assetId === asset.id);
    expect(unitsOf(broken, asset)).toBe(oracle.breakage(index));
    expect(total((posting) => posting.assetId === asset.id).equals(ZERO)).toBe(true);
  }
}

function live(steps: readonly Step[]): Map<string, number> {
  const [oracle, ledger] = [new Oracle(), new Ledger()];
  const outcomes = new Map<string, number>();
  let now = NOW.getTime();
  for (const next of steps) {
    now += next.waitMilliseconds;
    const expected = oracle.run(next, now);
    const decision = ledger.run(next, new Date(now));
    const outcome = `${next.kind} ${typeof decision === 'string' ? decision : 'done'}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    expect(typeof decision === 'string' ? decision : 'done', `the outcome of ${next.kind}`).toBe(
      typeof expected === 'string' ? expected : 'done',
    );
    if (typeof decision !== 'string') expectEntriesSound(decision);
    for (const each of aboutEach(next)) expectAgreement(oracle, ledger, each);
  }
  expectPostingsMakeBalances(ledger, oracle);
  return outcomes;
}

test('whatever is done in whatever order, decisions agree with plain arithmetic over lots, and every balance is the sum of its postings', () => {
  const outcomes = new Map<string, number>();
  fc.assert(
    fc.property(life, (steps) => {
      for (const [outcome, count] of live(steps)) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
    }),
    { numRuns: 300 },
  );
  // Steps that were all refused would prove nothing.
  for (const kind of ['fund', 'burn', 'credit', 'debit', 'hold', 'release', 'void', 'forfeit', 'transfer', 'takeBack'])
    expect(outcomes.get(`${kind} done`) ?? 0, kind).toBeGreaterThan(5);
}, 60_000);
