import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import {
  accountKey,
  BUCKETS,
  emptyAccount,
  type AccountKey,
  type AccountState,
  type AssetTerms,
  type Bucket,
} from '@/domain/ledger/accounts';
import { advanceAll } from '@/domain/ledger/advance';
import type { Posting } from '@/domain/ledger/entry';
import { credit } from '@/domain/ledger/credit';
import { debit, SHORTFALL_POLICIES, type ShortfallPolicy } from '@/domain/ledger/debit';
import { bucketBalance } from '@/domain/ledger/operation';
import { burnWallet, fundWallet } from '@/domain/ledger/wallet';
import { amountOf, formatAmount, sumAmounts } from '@/domain/money';
import { assetWith, command, contextOf, NOW, PROGRAM } from './support';

const HOLDERS = ['ada', 'bob'] as const;
const ASSETS: readonly AssetTerms[] = [
  assetWith({ id: 'free', issuancePolicy: 'UNLIMITED' }),
  assetWith({ id: 'budget', issuancePolicy: 'PREFUNDED', scale: 0 }),
];

interface Step {
  kind: 'fund' | 'burn' | 'credit' | 'debit';
  asset: AssetTerms;
  holder: (typeof HOLDERS)[number];
  bucket: Bucket;
  policy: ShortfallPolicy;
  units: bigint;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('fund', 'burn', 'credit', 'credit', 'debit', 'debit'),
  asset: fc.constantFrom(...ASSETS),
  holder: fc.constantFrom(...HOLDERS),
  bucket: fc.constantFrom(...BUCKETS),
  policy: fc.constantFrom(...SHORTFALL_POLICIES),
  units: fc.oneof(fc.bigInt(1n, 50n), fc.bigInt(1n, 10n ** 30n)),
});

/** The plainest ledger there can be: whole numbers in a map, and what each step is allowed to do to them. */
class Oracle {
  readonly units = new Map<string, bigint>();

  get(place: string): bigint {
    return this.units.get(place) ?? 0n;
  }

  private add(place: string, units: bigint): void {
    this.units.set(place, this.get(place) + units);
  }

  /** The units that move, or the code of the refusal. */
  run({ kind, asset, holder, bucket, policy, units }: Step): bigint | string {
    const wallet = `${asset.id}/wallet`;
    const place = `${asset.id}/${holder}/${bucket}`;
    const prefunded = asset.issuancePolicy === 'PREFUNDED';
    if (kind === 'fund' || kind === 'burn') {
      if (!prefunded) return 'invalid_issuance_policy';
      if (kind === 'burn' && this.get(wallet) < units) return 'insufficient_funds';
      this.add(wallet, kind === 'fund' ? units : -units);
      return units;
    }
    if (kind === 'credit') {
      if (bucket === 'DEFERRED') return 'invalid_operation';
      if (prefunded && this.get(wallet) < units) return 'insufficient_funds';
      if (prefunded) this.add(wallet, -units);
      this.add(place, units);
      return units;
    }
    const has = this.get(place);
    const moved =
      units <= has || (policy === 'ALLOW_NEGATIVE' && bucket === 'AVAILABLE') ? units : policy === 'PARTIAL' ? (has > 0n ? has : 0n) : null;
    if (moved === null) return 'insufficient_funds';
    this.add(place, -moved);
    if (prefunded) this.add(wallet, moved);
    return moved;
  }
}

const keyOf = (id: string, asset: AssetTerms): AccountKey => accountKey(id, PROGRAM, asset.id);

function openAccounts(): Map<AccountKey, AccountState> {
  const open = (type: AccountState['type'], id: string, asset: AssetTerms): [AccountKey, AccountState] => [
    keyOf(id, asset),
    emptyAccount({ type, id, programId: PROGRAM, assetId: asset.id }),
  ];
  return new Map(
    ASSETS.flatMap((asset) => [...HOLDERS.map((id) => open('PARTICIPANT', id, asset)), open('PROGRAM_WALLET', PROGRAM, asset)]),
  );
}

function decide(accounts: ReadonlyMap<AccountKey, AccountState>, { kind, asset, holder, bucket, policy, units }: Step): Decision | string {
  const context = contextOf(asset);
  const amount = amountOf(units).times(`1e-${asset.scale}`);
  const wallet = accounts.get(keyOf(PROGRAM, asset))!;
  const asked = command(amount.toFixed(), { holder: { type: 'PARTICIPANT', id: holder }, bucket });
  try {
    if (kind === 'fund') return fundWallet(context, { amount, description: 'x' });
    if (kind === 'burn') return burnWallet(context, wallet, { amount, description: 'x' });
    if (kind === 'credit') return credit(context, accounts.get(keyOf(holder, asset))!, wallet, asked);
    return debit(context, accounts.get(keyOf(holder, asset))!, { ...asked, shortfallPolicy: policy });
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

const inUnits = (asset: AssetTerms, account: AccountState, bucket: Bucket): bigint =>
  BigInt(formatAmount(bucketBalance(account, bucket), asset.scale).replace('.', ''));

function expectAgreement(oracle: Oracle, accounts: ReadonlyMap<AccountKey, AccountState>): void {
  for (const asset of ASSETS) {
    expect(inUnits(asset, accounts.get(keyOf(PROGRAM, asset))!, 'AVAILABLE')).toBe(oracle.get(`${asset.id}/wallet`));
    for (const holder of HOLDERS) {
      const account = accounts.get(keyOf(holder, asset))!;
      for (const bucket of BUCKETS) expect(inUnits(asset, account, bucket)).toBe(oracle.get(`${asset.id}/${holder}/${bucket}`));
      expect(account.balance.available.greaterThanOrEqualTo(account.overdraftLimit.negated())).toBe(true);
    }
  }
}

function expectPostingsAgree(postings: readonly Posting[], accounts: ReadonlyMap<AccountKey, AccountState>): void {
  for (const account of accounts.values()) {
    for (const bucket of BUCKETS) {
      const own = postings.filter(
        (posting) => posting.account.id === account.id && posting.assetId === account.assetId && posting.account.bucket === bucket,
      );
      expect(sumAmounts(own.map(({ amount }) => amount)).equals(bucketBalance(account, bucket))).toBe(true);
    }
  }
}

test('whatever is done, decisions agree with plain arithmetic, entries sum to zero, and balances are the sums of their postings', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const oracle = new Oracle();
      const accounts = openAccounts();
      const postings: Posting[] = [];
      for (const next of steps) {
        const expected = oracle.run(next);
        const decision = decide(accounts, next);
        if (typeof decision === 'string' || typeof expected === 'string') {
          expect(decision).toBe(expected);
          continue;
        }
        expect(decision.entries).toHaveLength(expected === 0n ? 0 : 1);
        expect(decision.webhooks).toHaveLength(decision.entries.length);
        for (const entry of decision.entries) {
          expect(sumAmounts(entry.postings.map(({ amount }) => amount)).isZero()).toBe(true);
          postings.push(...entry.postings);
        }
        for (const [key, account] of advanceAll(accounts, decision, NOW)) accounts.set(key, account);
        expectAgreement(oracle, accounts);
      }
      expectPostingsAgree(postings, accounts);
    }),
    { numRuns: 150 },
  );
});
