/**
 * Reserves what an event would move, exactly, and gives it back: what a holder would spend is held, and what would be issued is issued
 * provisionally into HELD, so that wallets and balances already lack it. Both are entries of the journal under references of the decision.
 */
import { present } from '@/domain/assert';
import { combine, NOTHING, type Decision, type NewId } from '@/domain/decision';
import { sourceOfValue, type Account, type AccountState, type AssetTerms, type Holder } from '@/domain/ledger/accounts';
import { entryOf, movementFields, type LedgerCommand, type LedgerContext } from '@/domain/ledger/command';
import { credit, NO_TERMS } from '@/domain/ledger/credit';
import type { JournalEntry } from '@/domain/ledger/entry';
import { setAside } from '@/domain/ledger/hold';
import { relocate, withdraw } from '@/domain/ledger/legs';
import { lotsIn, type LotShare } from '@/domain/ledger/lots';
import { earnedByDecision, spentByDecision } from '@/domain/ledger/references';
import { sumAmounts, ZERO, type Amount } from '@/domain/money';
import { webhook } from '@/domain/webhooks/events';
import type { Draft } from '@/domain/rules/world';

/** What one holder has to be kept of one asset. */
interface Earmark {
  readonly holder: Holder;
  readonly assetId: string;
  /** What leaves AVAILABLE at the most, before anything that arrives can make up for it. */
  readonly spent: Amount;
  /** What each entry issues to the holder, as far as nothing before it fills the wallet. */
  readonly issued: readonly Amount[];
}

/** A balance that entries move, from zero on: what it has come to, and how far below zero it was at the most. */
interface Course {
  readonly moved: Amount;
  readonly short: Amount;
}

const AT_REST: Course = { moved: ZERO, short: ZERO };

function follow({ moved, short }: Course, amounts: readonly Amount[]): Course {
  const after = sumAmounts([moved, ...amounts]);
  return { moved: after, short: after.negated().greaterThan(short) ? after.negated() : short };
}

/** What the entries that an event would post need to be there when they are posted, in their order. */
export function earmarksOf(entries: readonly JournalEntry[], assets: ReadonlyMap<string, AssetTerms>): Earmark[] {
  const marks = new Map<string, Omit<Earmark, 'spent'> & { readonly available: Course }>();
  const wallets = new Map<string, Course>();
  for (const entry of entries) {
    const own = entry.postings.flatMap((posting) => (isHeldBy(posting.account) ? [{ ...posting, account: posting.account }] : []));
    const issued = issuedBy(entry, assets, wallets);
    for (const [key, postings] of Map.groupBy(own, ({ account, assetId }) => `${account.id}/${assetId}`)) {
      const { account, assetId } = present(postings[0], 'a group has the posting that opened it');
      const mark = marks.get(key) ?? { holder: { type: account.type, id: account.id }, assetId, issued: [], available: AT_REST };
      const moved = postings.flatMap((posting) => (posting.account.bucket === 'AVAILABLE' ? [posting.amount] : []));
      const needed = issued.get(assetId) ?? ZERO;
      marks.set(key, {
        ...mark,
        available: follow(mark.available, moved),
        issued: needed.isZero() ? mark.issued : [...mark.issued, needed],
      });
    }
  }
  return [...marks.values()].map(({ available, ...mark }) => ({ ...mark, spent: available.short }));
}

type HolderPart = Extract<Account, { readonly type: Holder['type'] }>;
const isHeldBy = (account: Account): account is HolderPart => account.type === 'PARTICIPANT' || account.type === 'GROUP';

/**
 * What an entry issues of each asset. Of what comes from a wallet only that counts which the wallet needs to have had before: a debit of the same event
 * returns its value to the wallet first. @param wallets follows them, by asset.
 */
function issuedBy(
  { postings, programId }: JournalEntry,
  assets: ReadonlyMap<string, AssetTerms>,
  wallets: Map<string, Course>,
): ReadonlyMap<string, Amount> {
  const issued = new Map<string, Amount>();
  for (const [assetId, moved] of Map.groupBy(postings, (posting) => posting.assetId)) {
    const asset = assets.get(assetId);
    if (!asset) continue;
    const source = sourceOfValue(asset, programId);
    const amounts = moved.flatMap(({ account, amount }) => (account.type === source.type ? [amount] : []));
    const before = (source.type === 'PROGRAM_WALLET' ? wallets.get(assetId) : null) ?? AT_REST;
    const after = follow(before, amounts);
    wallets.set(assetId, after);
    issued.set(assetId, after.short.minus(before.short));
  }
  return issued;
}

const DESCRIPTION = 'Reserved by a decision';

/**
 * Reserves the earmarks in the draft. An overdraft that the event would be granted is not held, as it is not there.
 * @throws DomainError insufficient_funds (wallet), asset_archived, max_transaction_amount_exceeded.
 */
export function reserveEarmarks(draft: Draft, decisionId: string, earmarks: readonly Earmark[], newId: NewId): Decision {
  const made: Decision[] = [];
  const apply = (decision: Decision): void => {
    draft.apply(decision);
    made.push(decision);
  };
  for (const { holder, assetId, spent, issued } of earmarks) {
    const context = contextOf(draft, assetId, newId);
    const account = () => draft.account(holder.type, holder.id, assetId);
    const command = { holder, description: DESCRIPTION, cause: null };
    const there = account().balance.available;
    const held = spent.lessThan(there) ? spent : there;
    if (held.greaterThan(ZERO))
      apply(setAside(context, account(), { ...command, referenceId: spentByDecision(decisionId), amount: held, filter: {} }));
    for (const amount of issued) {
      const wallet = context.asset.issuancePolicy === 'PREFUNDED' ? draft.account('PROGRAM_WALLET', context.programId, assetId) : null;
      const provisional = { ...command, referenceId: earnedByDecision(decisionId), bucket: 'HELD', amount, terms: NO_TERMS } as const;
      apply(credit(context, account(), wallet, provisional));
    }
  }
  return combine(made);
}

/** Gives back whatever is left of the reservation on the accounts of the draft. */
export function releaseEarmarks(draft: Draft, decisionId: string, newId: NewId): Decision {
  const made: Decision[] = [];
  for (const { type, id, assetId } of draft.world.accounts.values()) {
    if (type === 'PROGRAM_WALLET' || !draft.world.assets.has(assetId)) continue;
    const holder = { type, id } as const;
    const context = contextOf(draft, assetId, newId);
    for (const end of [releaseSpent, voidEarned]) {
      const decision = end(context, draft.account(type, id, assetId), holder, decisionId);
      draft.apply(decision);
      made.push(decision);
    }
  }
  return combine(made);
}

function contextOf({ world: { program, assets, now } }: Draft, assetId: string, newId: NewId): LedgerContext {
  const asset = present(assets.get(assetId), 'an asset with entries in a program stays linked to it');
  return { organizationId: program.organizationId, programId: program.id, asset, now, newId };
}

interface Reserved {
  readonly command: LedgerCommand & { readonly referenceId: string };
  readonly amount: Amount;
  readonly place: { readonly holder: Holder; readonly bucket: 'HELD'; readonly holdReference: string };
  readonly shares: readonly LotShare[] | null;
}

/** What is held under a reference; null for nothing. */
function reservedUnder({ asset }: LedgerContext, account: AccountState, holder: Holder, referenceId: string): Reserved | null {
  const hold = account.holds.find(({ reference }) => reference === referenceId);
  if (!hold) return null;
  const lots = lotsIn(account.lots, 'HELD', { holdReference: referenceId });
  return {
    command: { holder, description: DESCRIPTION, referenceId, cause: null },
    amount: hold.amount,
    place: { holder, bucket: 'HELD', holdReference: referenceId },
    shares: asset.inventoryMode === 'LOT' ? lots.map((lot) => ({ lot, amount: lot.remaining })) : null,
  };
}

function releaseSpent(context: LedgerContext, account: AccountState, holder: Holder, decisionId: string): Decision {
  const reserved = reservedUnder(context, account, holder, spentByDecision(decisionId));
  if (!reserved) return NOTHING;
  const { command, amount, place, shares } = reserved;
  const leg = relocate(context.asset, account, place, { holder, bucket: 'AVAILABLE', holdReference: null }, amount, shares, context.newId);
  const { entry, made } = entryOf(context, 'RELEASE', command, leg);
  return { ...NOTHING, ...made, webhooks: [webhook('balance.released', movementFields(context, holder, entry.id, amount))] };
}

function voidEarned(context: LedgerContext, account: AccountState, holder: Holder, decisionId: string): Decision {
  const reserved = reservedUnder(context, account, holder, earnedByDecision(decisionId));
  if (!reserved) return NOTHING;
  const { command, amount, place, shares } = reserved;
  const source = { assetId: context.asset.id, account: sourceOfValue(context.asset, context.programId), amount };
  const { entry, made } = entryOf(context, 'VOID', command, withdraw(context.asset, place, amount, shares), [source]);
  const told = webhook('balance.voided', { ...movementFields(context, holder, entry.id, amount), reference_id: command.referenceId });
  return { ...NOTHING, ...made, webhooks: [told] };
}
