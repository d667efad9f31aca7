/**
 * Reserves what an event would move, exactly, and gives it back: what a holder would spend is held, and what would be issued is issued
 * provisionally into HELD, so that wallets and balances already lack it. Both are entries of the journal under references of the decision.
 */
import { present } from '@/domain/assert';
import { combine, NOTHING, type Decision, type NewId } from '@/domain/decision';
import { sourceOfValue, type Account, type AccountState, type AssetTerms, type Holder } from '@/domain/ledger/accounts';
import { entryOf, movementFields, type LedgerCommand, type LedgerContext } from '@/domain/ledger/command';
import { credit, NO_TERMS } from '@/domain/ledger/credit';
import type { JournalEntry, Posting } from '@/domain/ledger/entry';
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
  /** What each entry issues to the holder. */
  readonly issued: readonly Amount[];
}

/** What the entries that an event would post need to be there when they are posted, in their order. */
export function earmarksOf(entries: readonly JournalEntry[], assets: ReadonlyMap<string, AssetTerms>): Earmark[] {
  const marks = new Map<string, Earmark & { readonly moved: Amount }>();
  for (const entry of entries) {
    const own = entry.postings.flatMap((posting) => (isHeldBy(posting.account) ? [{ ...posting, account: posting.account }] : []));
    for (const [key, postings] of Map.groupBy(own, ({ account, assetId }) => `${account.id}/${assetId}`)) {
      const { account, assetId } = present(postings[0], 'a group has the posting that opened it');
      const fresh = { holder: { type: account.type, id: account.id }, assetId, spent: ZERO, issued: [], moved: ZERO };
      marks.set(key, advanced(marks.get(key) ?? fresh, postings, issuedBy(entry, assets.get(assetId))));
    }
  }
  return [...marks.values()].map(({ moved: _, ...mark }) => mark);
}

type HolderPart = Extract<Account, { readonly type: Holder['type'] }>;
const isHeldBy = (account: Account): account is HolderPart => account.type === 'PARTICIPANT' || account.type === 'GROUP';

function advanced<Mark extends Earmark & { readonly moved: Amount }>(mark: Mark, postings: readonly Posting[], issued: Amount): Mark {
  const available = postings.filter(({ account }) => account.bucket === 'AVAILABLE');
  const moved = sumAmounts([mark.moved, ...available.map(({ amount }) => amount)]);
  const short = moved.negated();
  return {
    ...mark,
    moved,
    spent: short.greaterThan(mark.spent) ? short : mark.spent,
    issued: issued.isZero() ? mark.issued : [...mark.issued, issued],
  };
}

/** What an entry brings of an asset into being, or takes out of its wallet. */
function issuedBy({ postings, programId }: JournalEntry, asset: AssetTerms | undefined): Amount {
  if (!asset) return ZERO;
  const source = sourceOfValue(asset, programId);
  const drawn = postings.filter(
    ({ account, assetId, amount }) => assetId === asset.id && account.type === source.type && amount.isNegative(),
  );
  return sumAmounts(drawn.map(({ amount }) => amount)).abs();
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
