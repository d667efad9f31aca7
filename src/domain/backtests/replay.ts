/**
 * Replays on the accounts of a backtest what no rule did, exactly as posted where the value it moved is
 * there. Where it is not, other lots supply it, AVAILABLE goes below zero (what was spent stays spent),
 * and HELD or DEFERRED gives no more than it has.
 */
import { present } from '@/domain/assert';
import { NOTHING, type Decision, type LotCreation, type NewId } from '@/domain/decision';
import { accountKey, type AccountKey, type AccountState, type AssetTerms, type Bucket, type Holder } from '@/domain/ledger/accounts';
import { advanceAll } from '@/domain/ledger/advance';
import type { Posting } from '@/domain/ledger/entry';
import { arrivingIn, consumptionOrder, overdraftOf, takeInOrder, type Lot, type LotLine, type LotShare } from '@/domain/ledger/lots';
import { bucketBalance } from '@/domain/ledger/command';
import { Amount, sumAmounts, ZERO } from '@/domain/money';
import type { RecordedEntry } from './record';

/** Maps recorded lots to their counterparts in the backtest. */
export interface LotBook {
  /** The id of the backtest lot that stands for a recorded one: the same, unless a rule created it. */
  idOf(recorded: string): string;
  /** A recorded lot as it was created. */
  recorded(id: string): Lot | undefined;
}

export interface ReplayScope {
  readonly programId: string;
  readonly assets: ReadonlyMap<string, AssetTerms>;
  readonly book: LotBook;
  readonly newId: NewId;
}

type Accounts = Map<AccountKey, AccountState>;

/** A posting and the account that it is on. */
interface Touch {
  readonly account: AccountState;
  readonly posting: Posting;
}

/** Changes `accounts` in place, and says how; postings on other accounts are left out. */
export function replayEntry(accounts: Accounts, entry: RecordedEntry, scope: ReplayScope): Decision {
  const translated = entry.postings.map((posting) => inBacktest(posting, scope.book));
  const touching = translated.flatMap((posting): Touch[] => {
    const account = accounts.get(keyOf(posting, scope));
    return account ? [{ account, posting }] : [];
  });
  const known = touching.map(({ posting }) => posting);
  if (known.length === 0) return NOTHING;
  const exact = touching.every(({ account, posting }) => isCovered(account, posting));
  const { postings, lots } = exact ? { postings: known, lots: [] } : adjusted(touching, scope);
  const named = new Map(known.flatMap(({ lots: lines = [] }) => lines.flatMap(({ lotId }) => recordedAs(lotId, entry, scope))));
  const made = [...named.values(), ...lots].map((lot): LotCreation => ({
    lot,
    entryId: entry.id,
    holder: NOBODY,
    programId: scope.programId,
    assetId: '',
  }));
  const { id, type, referenceId } = entry;
  const repeated = { id, programId: scope.programId, type, description: null, referenceId, cause: null, postings };
  const decision = { ...NOTHING, entries: [repeated], lots: made };
  for (const [key, account] of advanceAll(accounts, decision, entry.at)) accounts.set(key, account);
  return decision;
}

/** A placeholder: of a lot creation, only the lot itself is read here. */
const NOBODY: Holder = { type: 'PARTICIPANT', id: '' };

const keyOf = ({ account, assetId }: Posting, { programId }: ReplayScope): AccountKey => accountKey(account.id, programId, assetId);

function inBacktest(posting: Posting, book: LotBook): Posting {
  if (!posting.lots) return posting;
  return { ...posting, lots: posting.lots.map((line) => ({ ...line, lotId: line.lotId === null ? null : book.idOf(line.lotId) })) };
}

/** A lot of the entry as it was created, under its backtest id, for value that enters an account or returns to it. */
function recordedAs(lotId: string | null, entry: RecordedEntry, { book }: ReplayScope): [string, Lot][] {
  if (lotId === null) return [];
  const original = entry.postings
    .flatMap(({ lots = [] }) => lots)
    .find((line) => line.lotId !== null && book.idOf(line.lotId) === lotId)?.lotId;
  const lot = original ? book.recorded(original) : undefined;
  return lot ? [[lotId, { ...lot, id: lotId, parentId: lot.parentId === null ? null : book.idOf(lot.parentId) }]] : [];
}

/** Whether the account has everything that the posting takes from it, in the place that the posting names. */
function isCovered(account: AccountState, posting: Posting): boolean {
  const {
    account: { bucket },
    amount,
    lots,
    holdReference,
  } = posting;
  if (bucket === null) return true;
  if (!lots) return !amount.isNegative() || bucket === 'AVAILABLE' || room(account, bucket, posting).greaterThanOrEqualTo(amount.negated());
  const filled = sumAmounts(lots.filter((line) => line.lotId === null && line.amount.greaterThan(0)).map((line) => line.amount));
  if (filled.greaterThan(0) && overdraftOf(account.lots, account.balance.available).lessThan(filled)) return false;
  return lots.every(({ lotId, amount: part }) => {
    if (lotId === null || !part.isNegative()) return true;
    const lot = account.lots.find(({ id }) => id === lotId);
    return lot !== undefined && liesIn(lot, bucket, holdReference) && lot.remaining.greaterThanOrEqualTo(part.negated());
  });
}

const liesIn = (lot: Lot, bucket: Posting['account']['bucket'], hold: string | null | undefined): boolean =>
  lot.bucket === bucket && (bucket !== 'HELD' || lot.holdReference === hold);

/** The most that a posting can take from its bucket or hold. */
function room(account: AccountState, bucket: Bucket, { holdReference }: Posting): Amount {
  if (bucket === 'HELD') return account.holds.find(({ reference }) => reference === holdReference)?.amount ?? ZERO;
  return bucketBalance(account, bucket);
}

interface Adjusted {
  readonly postings: readonly Posting[];
  readonly lots: readonly Lot[];
}

/** The postings limited to what the accounts can give; receivers get no more than was given. */
function adjusted(touching: readonly Touch[], scope: ReplayScope): Adjusted {
  const made: Lot[] = [];
  const given = new Map<string, { missing: Amount; shares: LotShare[] }>();
  const takers = touching
    .filter(({ posting }) => posting.amount.isNegative())
    .map(({ account, posting }) => {
      const taken = take(account, posting);
      const before = given.get(posting.assetId) ?? { missing: ZERO, shares: [] };
      given.set(posting.assetId, { missing: before.missing.plus(taken.missing), shares: [...before.shares, ...taken.shares] });
      return taken.posting;
    });
  const receivers = touching
    .filter(({ posting }) => !posting.amount.isNegative())
    .map(({ posting }) => {
      const from = given.get(posting.assetId);
      return from ? receive(posting, from, made, scope) : posting;
    });
  return { postings: [...takers, ...receivers].filter(({ amount }) => !amount.isZero()), lots: made };
}

function take(account: AccountState, posting: Posting): { posting: Posting; missing: Amount; shares: readonly LotShare[] } {
  const wanted = posting.amount.negated();
  const { bucket } = posting.account;
  const amount = bucket === 'AVAILABLE' || bucket === null ? wanted : Amount.min(wanted, room(account, bucket, posting));
  const missing = wanted.minus(amount);
  if (!posting.lots) return { posting: { ...posting, amount: amount.negated() }, missing, shares: [] };
  const named = new Set(posting.lots.map(({ lotId }) => lotId));
  const there = account.lots.filter((lot) => liesIn(lot, bucket, posting.holdReference)).sort(consumptionOrder);
  const shares = takeInOrder([...there.filter(({ id }) => named.has(id)), ...there.filter(({ id }) => !named.has(id))], amount);
  const overdrawn = amount.minus(sumAmounts(shares.map((share) => share.amount)));
  const lines: LotLine[] = shares.map((share) => ({ lotId: share.lot.id, amount: share.amount.negated() }));
  const lots = overdrawn.isZero() ? lines : [...lines, { lotId: null, amount: overdrawn.negated() }];
  return { posting: { ...posting, amount: amount.negated(), lots }, missing, shares };
}

function receive(posting: Posting, from: { missing: Amount; shares: LotShare[] }, made: Lot[], { newId }: ReplayScope): Posting {
  const short = Amount.min(from.missing, posting.amount);
  from.missing = from.missing.minus(short);
  const amount = posting.amount.minus(short);
  if (!posting.lots) return { ...posting, amount };
  const bucket = present(posting.account.bucket, 'lots lie in buckets');
  const lots = parts(from, amount).map(({ lot, amount: part }): LotLine => {
    const arriving: Lot = {
      ...lot,
      id: newId(),
      amount: part,
      remaining: part,
      ...arrivingIn(lot, bucket, posting.holdReference ?? null),
      parentId: lot.id,
    };
    made.push(arriving);
    return { lotId: arriving.id, amount: part };
  });
  const unbacked = amount.minus(sumAmounts(lots.map((line) => line.amount)));
  return { ...posting, amount, lots: unbacked.isZero() ? lots : [...lots, { lotId: null, amount: unbacked }] };
}

/** Takes the next shares that make up `amount`; the last one may be taken in part. */
function parts(from: { shares: LotShare[] }, amount: Amount): LotShare[] {
  const taken: LotShare[] = [];
  for (let missing = amount; missing.greaterThan(0);) {
    const [first, ...rest] = from.shares;
    if (first === undefined) break;
    const part = Amount.min(first.amount, missing);
    taken.push({ lot: first.lot, amount: part });
    from.shares = part.equals(first.amount) ? rest : [{ lot: first.lot, amount: first.amount.minus(part) }, ...rest];
    missing = missing.minus(part);
  }
  return taken;
}
