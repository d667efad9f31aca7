/**
 * Decides what an operation does to the ledger: state and command in, Decision out. Nothing here
 * reads a clock, a database or a request.
 */
import { NOTHING, type Decision, type NewId } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { formatAmount, isMovable, MAX_INTEGER_DIGITS, ZERO, type Amount } from '@/domain/money';
import { targetId, webhook } from '@/domain/webhooks/events';
import { accountKey, sourceOfValue, type AccountState, type AssetTerms, type Bucket, type Holder } from './accounts';
import { moveBetween, type Cause } from './entry';

export const SHORTFALL_POLICIES = ['REJECT', 'PARTIAL', 'ALLOW_NEGATIVE'] as const;
export type ShortfallPolicy = (typeof SHORTFALL_POLICIES)[number];

/** What every operation knows about the place it happens in. */
export interface OperationContext {
  readonly organizationId: string;
  readonly programId: string;
  readonly asset: AssetTerms;
  readonly newId: NewId;
}

export interface CreditCommand {
  readonly holder: Holder;
  readonly bucket: Bucket;
  readonly amount: Amount;
  readonly description: string | null;
  readonly referenceId: string | null;
  readonly cause: Cause | null;
}

export interface DebitCommand extends CreditCommand {
  readonly shortfallPolicy: ShortfallPolicy;
}

/** @throws DomainError asset_archived, unprocessable (LOT), invalid_amount. */
export function assertMovable(asset: AssetTerms, amount: Amount): void {
  if (asset.status === 'ARCHIVED') throw new DomainError('asset_archived', `The asset ${asset.symbol} is archived; choose an active one.`);
  if (asset.inventoryMode === 'LOT') {
    throw new DomainError(
      'unprocessable',
      `The asset ${asset.symbol} is kept in lots, and moving lots is not supported yet; use a SIMPLE asset.`,
    );
  }
  if (!isMovable(amount)) {
    throw new DomainError(
      'invalid_amount',
      `One operation moves a positive amount with at most ${MAX_INTEGER_DIGITS} digits before the point.`,
      {
        param: 'amount',
      },
    );
  }
}

/** @throws DomainError max_transaction_amount_exceeded. */
function assertWithinCeiling(asset: AssetTerms, amount: Amount): void {
  if (asset.maxTransactionAmount && amount.greaterThan(asset.maxTransactionAmount)) {
    const ceiling = formatAmount(asset.maxTransactionAmount, asset.scale);
    throw new DomainError('max_transaction_amount_exceeded', `One transaction of ${asset.symbol} may move at most ${ceiling}.`, {
      param: 'amount',
    });
  }
}

/**
 * Gives value to a holder from the wallet (PREFUNDED) or from issuance (UNLIMITED).
 * @throws DomainError insufficient_funds when the wallet holds less than `amount`; max_transaction_amount_exceeded; those of assertMovable.
 */
export function credit(context: OperationContext, wallet: AccountState | null, command: CreditCommand): Decision {
  const { asset, programId } = context;
  assertMovable(asset, command.amount);
  assertWithinCeiling(asset, command.amount);
  assertWalletCovers(context, wallet, command.amount);
  const entry = moveBetween(
    {
      id: context.newId(),
      programId,
      type: 'CREDIT',
      description: command.description,
      referenceId: command.referenceId,
      cause: command.cause,
    },
    { assetId: asset.id, from: sourceOfValue(asset, programId), to: { ...command.holder, bucket: command.bucket }, amount: command.amount },
  );
  return { ...NOTHING, entries: [entry], webhooks: [balanceWebhook('balance.credited', context, command, entry.id, command.amount)] };
}

/**
 * Takes value from a holder back to where it came from. PARTIAL takes what there is (possibly
 * nothing: an empty Decision), ALLOW_NEGATIVE takes all of it and lets AVAILABLE go below zero.
 * @throws DomainError insufficient_funds under REJECT, or for a HELD or DEFERRED bucket that would go negative.
 */
export function debit(context: OperationContext, account: AccountState, command: DebitCommand): Decision {
  const { asset, programId } = context;
  assertMovable(asset, command.amount);
  assertWithinCeiling(asset, command.amount);
  const amount = debitableAmount(context, account, command);
  if (amount.isZero()) return NOTHING;
  const entry = moveBetween(
    {
      id: context.newId(),
      programId,
      type: 'DEBIT',
      description: command.description,
      referenceId: command.referenceId,
      cause: command.cause,
    },
    { assetId: asset.id, from: { ...command.holder, bucket: command.bucket }, to: sourceOfValue(asset, programId), amount },
  );
  const below = amount.minus(bucketBalance(account, command.bucket));
  const overdrafts = below.greaterThan(account.overdraftLimit)
    ? [{ accountId: account.id, programId, assetId: asset.id, key: accountKey(account.id, programId, asset.id), limit: below }]
    : [];
  return { entries: [entry], overdrafts, webhooks: [balanceWebhook('balance.debited', context, command, entry.id, amount)] };
}

/** Adds value to a program's wallet; the ceiling of one transaction is for holders and does not bind here. @throws DomainError invalid_issuance_policy unless PREFUNDED. */
export function fundWallet(context: OperationContext, command: { amount: Amount; description: string }): Decision {
  return moveWallet(context, 'FUND', command);
}

/** Removes value from a program's wallet. @throws DomainError insufficient_funds beyond what it holds. */
export function burnWallet(context: OperationContext, wallet: AccountState, command: { amount: Amount; description: string }): Decision {
  assertHasWallet(context.asset);
  assertWalletCovers(context, wallet, command.amount);
  return moveWallet(context, 'BURN', command);
}

function moveWallet(context: OperationContext, type: 'FUND' | 'BURN', command: { amount: Amount; description: string }): Decision {
  const { asset, programId } = context;
  assertHasWallet(asset);
  assertMovable(asset, command.amount);
  const wallet = { type: 'PROGRAM_WALLET', id: programId, bucket: 'AVAILABLE' } as const;
  const issuance = { type: 'SYSTEM_ISSUANCE', id: programId, bucket: null } as const;
  const entry = moveBetween(
    { id: context.newId(), programId, type, description: command.description, referenceId: null, cause: null },
    { assetId: asset.id, from: type === 'FUND' ? issuance : wallet, to: type === 'FUND' ? wallet : issuance, amount: command.amount },
  );
  const data = {
    journal_entry_id: entry.id,
    organization_id: context.organizationId,
    program_id: programId,
    asset_id: asset.id,
    amount: formatAmount(command.amount, asset.scale),
  };
  return { ...NOTHING, entries: [entry], webhooks: [webhook(type === 'FUND' ? 'program.funded' : 'program.burned', data)] };
}

function assertHasWallet(asset: AssetTerms): void {
  if (asset.issuancePolicy !== 'PREFUNDED') {
    throw new DomainError(
      'invalid_issuance_policy',
      `The asset ${asset.symbol} is issued without limit and has no wallet; only PREFUNDED assets can be funded or burned.`,
    );
  }
}

function assertWalletCovers(context: OperationContext, wallet: AccountState | null, amount: Amount): void {
  if (context.asset.issuancePolicy !== 'PREFUNDED') return;
  const funds = wallet?.balance.available;
  if (!funds || funds.lessThan(amount)) {
    throw new DomainError('insufficient_funds', `The program wallet does not hold enough ${context.asset.symbol}; fund it first.`, {
      details: {
        available: formatAmount(funds ?? ZERO, context.asset.scale),
        requested: formatAmount(amount, context.asset.scale),
        account: 'PROGRAM_WALLET',
      },
    });
  }
}

function debitableAmount(context: OperationContext, account: AccountState, command: DebitCommand): Amount {
  const held = bucketBalance(account, command.bucket);
  if (command.amount.lessThanOrEqualTo(held)) return command.amount;
  if (command.shortfallPolicy === 'PARTIAL') return held.greaterThan(0) ? held : ZERO;
  if (command.shortfallPolicy === 'ALLOW_NEGATIVE' && command.bucket === 'AVAILABLE') return command.amount;
  throw new DomainError(
    'insufficient_funds',
    `The ${command.bucket} balance is ${formatAmount(held, context.asset.scale)} ${context.asset.symbol}, less than the amount asked for.`,
    {
      param: 'amount',
      details: { available: formatAmount(held, context.asset.scale), requested: formatAmount(command.amount, context.asset.scale) },
    },
  );
}

/** The amount in one bucket of an account. */
export function bucketBalance(account: AccountState, bucket: Bucket): Amount {
  return { AVAILABLE: account.balance.available, HELD: account.balance.held, DEFERRED: account.balance.deferred }[bucket];
}

function balanceWebhook(
  type: 'balance.credited' | 'balance.debited',
  context: OperationContext,
  command: CreditCommand,
  entryId: string,
  amount: Amount,
) {
  return webhook(type, {
    journal_entry_id: entryId,
    organization_id: context.organizationId,
    program_id: context.programId,
    ...targetId(command.holder),
    asset_id: context.asset.id,
    amount: formatAmount(amount, context.asset.scale),
    bucket: command.bucket,
    ...(command.referenceId === null ? {} : { reference_id: command.referenceId }),
  });
}
