/** Computes the state of an account after a decision: the same balances, lots and holds that committing it leaves in the database. */
import { invariant, present } from '@/domain/assert';
import type { Decision } from '@/domain/decision';
import { ZERO, type Amount } from '@/domain/money';
import { accountKey, type AccountKey, type AccountState, type Balance, type Bucket } from './accounts';
import type { Posting } from './entry';
import type { Hold } from './holds';
import type { Leg } from './legs';
import { arrivingIn, type Lot } from './lots';

const FIELD_OF_BUCKET = { AVAILABLE: 'available', HELD: 'held', DEFERRED: 'deferred' } as const satisfies Record<Bucket, keyof Balance>;

/** @param at when the decision was made; holds that it opens are dated then. */
export function advance(account: AccountState, decision: Decision, at: Date): AccountState {
  const key = accountKey(account.id, account.programId, account.assetId);
  return advanceAll(new Map([[key, account]]), decision, at).get(key) ?? account;
}

/** The new state of every account that the decision changes; accounts missing from `accounts` are left out. */
export function advanceAll(
  accounts: Pick<ReadonlyMap<AccountKey, AccountState>, 'get'>,
  decision: Decision,
  at: Date,
): Map<AccountKey, AccountState> {
  const changed = new Map<AccountKey, AccountState>();
  const current = (key: AccountKey): AccountState | undefined => changed.get(key) ?? accounts.get(key);
  const created = new Map(decision.lots.map(({ lot }) => [lot.id, lot]));
  for (const entry of decision.entries) {
    for (const posting of entry.postings) {
      const { id, bucket } = posting.account;
      const key = accountKey(id, entry.programId, posting.assetId);
      const account = current(key);
      if (account && bucket !== null) changed.set(key, applyPosting(account, bucket, posting, created, at));
    }
  }
  for (const [key, account] of changed) changed.set(key, withoutEmptyLots(account));
  for (const grant of decision.overdrafts) {
    const account = current(grant.key);
    if (account?.overdraftLimit.lessThan(grant.limit)) changed.set(grant.key, { ...account, overdraftLimit: grant.limit });
  }
  return changed;
}

/** The account after one leg of an entry that is still being built. */
export function advanceLeg(account: AccountState, leg: Leg, at: Date): AccountState {
  const created = new Map(leg.newLots.map((lot) => [lot.id, lot]));
  const moved = leg.postings.reduce((state, posting) => {
    const bucket = present(posting.account.bucket, 'a leg moves what a holder has, which lies in a bucket');
    return applyPosting(state, bucket, posting, created, at);
  }, account);
  return withoutEmptyLots(moved);
}

/** Drops emptied lots: a lot may be empty only between two postings of one entry. */
const withoutEmptyLots = (account: AccountState): AccountState => ({
  ...account,
  lots: account.lots.filter((lot) => !lot.remaining.isZero()),
});

function applyPosting(account: AccountState, bucket: Bucket, posting: Posting, created: ReadonlyMap<string, Lot>, at: Date): AccountState {
  const field = FIELD_OF_BUCKET[bucket];
  return {
    ...account,
    balance: { ...account.balance, [field]: account.balance[field].plus(posting.amount) },
    lots: posting.lots ? applyLots(account.lots, bucket, posting, created) : account.lots,
    holds: typeof posting.holdReference === 'string' ? applyHold(account.holds, posting.holdReference, posting.amount, at) : account.holds,
  };
}

function applyLots(
  lots: readonly Lot[],
  bucket: Bucket,
  { holdReference, lots: lines = [] }: Posting,
  created: ReadonlyMap<string, Lot>,
): Lot[] {
  const byId = new Map(lots.map((lot) => [lot.id, lot]));
  for (const { lotId, amount } of lines) {
    if (lotId === null) continue;
    const fresh = created.get(lotId);
    const lot = byId.get(lotId) ?? (fresh && { ...fresh, remaining: ZERO });
    invariant(lot, 'an entry touches only lots of its account');
    const remaining = lot.remaining.plus(amount);
    const arrives = amount.greaterThan(0) ? arrivingIn(lot, bucket, holdReference ?? null) : {};
    byId.set(lotId, { ...lot, ...arrives, remaining });
  }
  return [...byId.values()];
}

function applyHold(holds: readonly Hold[], reference: string, amount: Amount, at: Date): Hold[] {
  const existing = holds.find((hold) => hold.reference === reference);
  const hold = { reference, createdAt: existing?.createdAt ?? at, amount: (existing?.amount ?? ZERO).plus(amount) };
  return [...holds.filter((other) => other !== existing), ...(hold.amount.isZero() ? [] : [hold])];
}
