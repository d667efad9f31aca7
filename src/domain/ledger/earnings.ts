/**
 * Follows what was earned under references: what was issued to an account under each, what of it was lost or taken back, and in which lots it
 * lies. Value that is issued into HELD counts as earned once it has left there.
 */
import { ZERO, sumAmounts, type Amount } from '@/domain/money';
import type { Decision } from '@/domain/decision';
import { accountKey, type AccountKey, type AccountState, type AssetTerms } from './accounts';
import type { EntryType, JournalEntry, Posting } from './entry';

/** What one account was given under one reference, and what became of it. */
export interface Earning {
  /** What CREDIT, SETTLE and VOID entries under the reference gave, all in all. */
  readonly issued: Amount;
  /** What of it was credited to HELD at first. */
  readonly issuedToHeld: Amount;
  readonly takenBack: Amount;
  /** What of its lots expired or was forfeited. */
  readonly lost: Amount;
  /** The lots that were credited under the reference, and those split from them. */
  readonly lots: ReadonlySet<string>;
}

/** The earnings of one account, by reference. */
type AccountEarnings = ReadonlyMap<string, Earning>;

export interface Earnings {
  /** The references that are followed: of any other, nothing is known. */
  readonly references: ReadonlySet<string>;
  readonly byAccount: Map<AccountKey, AccountEarnings>;
}

const NOTHING_EARNED: Earning = { issued: ZERO, issuedToHeld: ZERO, takenBack: ZERO, lost: ZERO, lots: new Set() };

export const earningUnder = (earnings: AccountEarnings | undefined, reference: string): Earning =>
  earnings?.get(reference) ?? NOTHING_EARNED;

/** What the account earned under the reference, and how much of it can still be taken back. */
export function takeable(
  { inventoryMode }: Pick<AssetTerms, 'inventoryMode'>,
  { lots, holds }: AccountState,
  { issued, issuedToHeld, takenBack, lost }: Earning,
  reference: string,
): { readonly earned: Amount; readonly left: Amount } {
  const provisional = lots.filter((lot) => lot.provisional && lot.holdReference === reference);
  const held = holds.find((hold) => hold.reference === reference)?.amount ?? ZERO;
  const pending = inventoryMode === 'LOT' ? sumAmounts(provisional.map(({ remaining }) => remaining)) : least(held, issuedToHeld);
  const earned = notNegative(issued.minus(pending));
  return { earned, left: notNegative(earned.minus(takenBack).minus(lost)) };
}

const least = (one: Amount, other: Amount): Amount => (one.lessThan(other) ? one : other);
const notNegative = (amount: Amount): Amount => (amount.isNegative() ? ZERO : amount);

/** The new earnings of every account whose earnings under followed references the decision changes. */
export function advanceEarnings(
  references: ReadonlySet<string>,
  before: Pick<ReadonlyMap<AccountKey, AccountEarnings>, 'get'>,
  { entries, lots }: Pick<Decision, 'entries' | 'lots'>,
): Map<AccountKey, AccountEarnings> {
  const changed = new Map<AccountKey, AccountEarnings>();
  if (references.size === 0) return changed;
  const parents = new Map(lots.map(({ lot }) => [lot.id, lot.parentId]));
  for (const entry of entries) {
    const given = new Set(linesOf(entry.postings).flatMap(({ lotId, amount }) => (lotId !== null && amount.isNegative() ? lotId : [])));
    for (const posting of entry.postings) {
      const { account, assetId } = posting;
      if (account.type !== 'PARTICIPANT' && account.type !== 'GROUP') continue;
      const key = accountKey(account.id, entry.programId, assetId);
      const after = new Map(changed.get(key) ?? before.get(key));
      const { referenceId } = entry;
      if (referenceId !== null && references.has(referenceId) && COUNTED.has(entry.type))
        after.set(referenceId, counted(earningUnder(after, referenceId), entry.type, posting, { parents, given }));
      for (const [reference, earning] of after) after.set(reference, followed(earning, entry, posting, parents));
      if (after.size > 0) changed.set(key, after);
    }
  }
  return changed;
}

const COUNTED: ReadonlySet<EntryType> = new Set(['CREDIT', 'SETTLE', 'VOID', 'TAKE_BACK']);
const LOSING: ReadonlySet<EntryType> = new Set(['EXPIRE', 'FORFEIT']);

const linesOf = (postings: readonly Posting[]) => postings.flatMap(({ lots = [] }) => lots);

type Parents = ReadonlyMap<string, string | null>;

/** With a posting of an entry under the reference. Lots that it brings are new if nothing split them off and the entry takes nothing out of them. */
function counted(
  earning: Earning,
  type: EntryType,
  { account, amount, lots = [] }: Posting,
  { parents, given }: { readonly parents: Parents; readonly given: ReadonlySet<string> },
): Earning {
  if (type === 'TAKE_BACK') return { ...earning, takenBack: earning.takenBack.minus(amount) };
  const made = lots.flatMap(({ lotId }) => (lotId !== null && parents.get(lotId) === null && !given.has(lotId) ? lotId : []));
  return {
    ...earning,
    issued: earning.issued.plus(amount),
    issuedToHeld: type === 'CREDIT' && account.bucket === 'HELD' ? earning.issuedToHeld.plus(amount) : earning.issuedToHeld,
    lots: made.length === 0 ? earning.lots : new Set([...earning.lots, ...made]),
  };
}

/** With what a posting of any entry does to the lots of the earning. */
function followed(earning: Earning, { type }: JournalEntry, { lots = [] }: Posting, parents: Parents): Earning {
  const split = lots.flatMap(({ lotId }) =>
    lotId !== null && earning.lots.has(parents.get(lotId) ?? '') && !earning.lots.has(lotId) ? lotId : [],
  );
  const lost = LOSING.has(type) ? lots.filter(({ lotId }) => lotId !== null && earning.lots.has(lotId)) : [];
  if (split.length + lost.length === 0) return earning;
  return {
    ...earning,
    lots: new Set([...earning.lots, ...split]),
    lost: earning.lost.minus(sumAmounts(lost.map(({ amount }) => amount))),
  };
}
