/** Provides what the commands of the ledger share: their context, common refusals, and the building of an entry. */
import type { Decision, NewId } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { MAX_INTEGER_DIGITS } from '@/domain/amount-text';
import { formatAmount, isMovable, ZERO, type Amount } from '@/domain/money';
import { targetId } from '@/domain/webhooks/events';
import type { AccountState, AssetTerms, Bucket, Holder } from './accounts';
import { balanced, type Cause, type EntryType, type JournalEntry, type Posting } from './entry';
import type { Leg } from './legs';

/** Where and when a command is carried out. */
export interface LedgerContext {
  readonly organizationId: string;
  readonly programId: string;
  readonly asset: AssetTerms;
  /** The organization's current time, at which new lots are earned. */
  readonly now: Date;
  readonly newId: NewId;
}

/** The holder that a command applies to, and what its entry records. */
export interface LedgerCommand {
  readonly holder: Holder;
  readonly description: string | null;
  readonly referenceId: string | null;
  readonly cause: Cause | null;
}

/** @throws DomainError asset_archived, invalid_amount. */
export function assertMovable(asset: AssetTerms, amount: Amount): void {
  if (asset.status === 'ARCHIVED') {
    throw new DomainError('asset_archived', `The asset ${asset.symbol} is archived; choose an active one.`, { param: 'asset_id' });
  }
  assertStorable(amount);
}

/** @throws DomainError invalid_amount when sums could no longer be stored exactly. */
export function assertStorable(amount: Amount): void {
  if (isMovable(amount)) return;
  throw new DomainError(
    'invalid_amount',
    `The amount must be positive, with at most ${MAX_INTEGER_DIGITS} digits before the decimal point.`,
    { param: 'amount' },
  );
}

/** @throws DomainError max_transaction_amount_exceeded. */
export function assertWithinCeiling(asset: AssetTerms, amount: Amount): void {
  if (!asset.maxTransactionAmount || amount.lessThanOrEqualTo(asset.maxTransactionAmount)) return;
  const ceiling = formatAmount(asset.maxTransactionAmount, asset.scale);
  throw new DomainError('max_transaction_amount_exceeded', `One transaction of ${asset.symbol} may move at most ${ceiling}.`, {
    param: 'amount',
  });
}

/** @throws DomainError insufficient_funds when a PREFUNDED asset's wallet holds less than `amount`. */
export function assertWalletCovers({ asset }: LedgerContext, wallet: AccountState | null, amount: Amount): void {
  if (asset.issuancePolicy !== 'PREFUNDED') return;
  const funds = wallet?.balance.available ?? ZERO;
  if (funds.greaterThanOrEqualTo(amount)) return;
  throw new DomainError(
    'insufficient_funds',
    `The program wallet has only ${formatAmount(funds, asset.scale)} ${asset.symbol}; fund it or choose a smaller amount.`,
    {
      param: 'amount',
      details: { available: formatAmount(funds, asset.scale), requested: formatAmount(amount, asset.scale), account: 'PROGRAM_WALLET' },
    },
  );
}

/** The refusal of a command that asks for more than a bucket has. */
export function shortfall(asset: AssetTerms, bucket: Bucket, there: Amount, requested: Amount): DomainError {
  return new DomainError(
    'insufficient_funds',
    `Only ${formatAmount(there, asset.scale)} ${asset.symbol} of the ${bucket.toLowerCase()} balance can be used, less than the requested amount.`,
    {
      param: 'amount',
      details: { available: formatAmount(there, asset.scale), requested: formatAmount(requested, asset.scale) },
    },
  );
}

/** The amount in one bucket of an account. */
export function bucketBalance(account: AccountState, bucket: Bucket): Amount {
  return { AVAILABLE: account.balance.available, HELD: account.balance.held, DEFERRED: account.balance.deferred }[bucket];
}

/** Builds an entry from the holder's leg and the postings on the other side of it. */
export function entryOf(
  context: LedgerContext,
  type: EntryType,
  command: LedgerCommand,
  leg: Leg,
  against: readonly Posting[] = [],
): { entry: JournalEntry; made: Pick<Decision, 'entries' | 'lots'> } {
  const entry = balanced({
    id: context.newId(),
    programId: context.programId,
    type,
    description: command.description,
    referenceId: command.referenceId,
    cause: command.cause,
    postings: giversFirst([...leg.postings, ...against]),
  });
  const lots = leg.newLots.map((lot) => ({
    lot,
    entryId: entry.id,
    holder: command.holder,
    programId: context.programId,
    assetId: context.asset.id,
  }));
  return { entry, made: { entries: [entry], lots } };
}

const giversFirst = (postings: readonly Posting[]): Posting[] => [
  ...postings.filter(({ amount }) => amount.isNegative()),
  ...postings.filter(({ amount }) => !amount.isNegative()),
];

/** The fields that every balance webhook begins with. */
export function movementFields(context: LedgerContext, holder: Holder, entryId: string, amount: Amount) {
  return {
    journal_entry_id: entryId,
    organization_id: context.organizationId,
    program_id: context.programId,
    ...targetId(holder),
    asset_id: context.asset.id,
    amount: formatAmount(amount, context.asset.scale),
  };
}
