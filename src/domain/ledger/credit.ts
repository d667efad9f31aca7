/** Gives value to a holder, from the wallet (PREFUNDED) or from issuance (UNLIMITED). */
import { NOTHING, type Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import type { Amount } from '@/domain/money';
import { webhook } from '@/domain/webhooks/events';
import { sourceOfValue, type AccountState, type AssetTerms, type Bucket } from './accounts';
import { deposit, type BucketRef } from './legs';
import type { LotTerms } from './lots';
import {
  assertMovable,
  assertWalletCovers,
  assertWithinCeiling,
  entryOf,
  movementFields,
  type LedgerCommand,
  type LedgerContext,
} from './command';

export interface CreditCommand extends LedgerCommand {
  readonly bucket: Bucket;
  readonly amount: Amount;
  /** Of the new lot, for a LOT asset; a SIMPLE asset has none. */
  readonly terms: LotTerms;
}

export const NO_TERMS: LotTerms = { maturesAt: null, expiresAt: null };

/**
 * A credit to HELD is a provisional issue under its reference; one that matures later goes to DEFERRED.
 * @throws DomainError insufficient_funds (wallet), max_transaction_amount_exceeded, asset_archived,
 * missing_reference_id (HELD), invalid_operation (bucket and maturity contradict each other), invalid_lot_lifecycle (terms on a SIMPLE asset, DEFERRED without maturity).
 */
export function credit(context: LedgerContext, account: AccountState, wallet: AccountState | null, command: CreditCommand): Decision {
  const { asset, programId } = context;
  assertMovable(asset, command.amount);
  assertWithinCeiling(asset, command.amount);
  assertPlaceable(context, command);
  assertWalletCovers(context, wallet, command.amount);
  const place: BucketRef = {
    holder: command.holder,
    bucket: command.bucket,
    holdReference: command.bucket === 'HELD' ? command.referenceId : null,
  };
  const leg = deposit(asset, account, place, command.amount, { id: context.newId(), terms: command.terms, earnedAt: context.now });
  const source = { assetId: asset.id, account: sourceOfValue(asset, programId), amount: command.amount.negated() };
  const { entry, made } = entryOf(context, 'CREDIT', command, leg, [source]);
  const reference = command.referenceId === null ? {} : { reference_id: command.referenceId };
  const told = webhook('balance.credited', {
    ...movementFields(context, command.holder, entry.id, command.amount),
    bucket: command.bucket,
    ...reference,
  });
  return { ...NOTHING, ...made, webhooks: [told] };
}

/**
 * Asserts that an asset can be credited to a bucket on these terms at all, whoever the holder is.
 * @throws DomainError missing_reference_id, invalid_operation, invalid_lot_lifecycle.
 */
export function assertPlaceable(
  { asset }: Pick<LedgerContext, 'asset'>,
  { bucket, referenceId, terms }: Pick<CreditCommand, 'bucket' | 'referenceId' | 'terms'>,
): void {
  if (bucket === 'HELD' && referenceId === null) {
    throw new DomainError('missing_reference_id', 'A credit to HELD needs the `reference_id` under which it is held.', {
      param: 'reference_id',
    });
  }
  if (asset.inventoryMode === 'SIMPLE' && bucket === 'DEFERRED') {
    throw new DomainError('invalid_operation', `${asset.symbol} is not kept in lots, so its credits cannot mature; credit AVAILABLE.`, {
      param: 'bucket',
    });
  }
  if (asset.inventoryMode === 'LOT' && bucket === 'DEFERRED' && !terms.maturesAt) {
    throw new DomainError('invalid_lot_lifecycle', 'A credit to DEFERRED needs `matures_at` or `matures_in`.', { param: 'matures_at' });
  }
  assertTermsFit(asset, bucket, terms);
}

/** @throws DomainError invalid_lot_lifecycle (terms on a SIMPLE asset), invalid_operation (maturity outside DEFERRED). */
export function assertTermsFit(asset: AssetTerms, bucket: Bucket, terms: LotTerms): void {
  if (asset.inventoryMode === 'SIMPLE' && (terms.maturesAt || terms.expiresAt)) {
    throw new DomainError('invalid_lot_lifecycle', `${asset.symbol} is not kept in lots; leave expiry and maturity out.`, {
      param: terms.expiresAt ? 'expires_at' : 'matures_at',
    });
  }
  if (bucket !== 'DEFERRED' && terms.maturesAt) {
    throw new DomainError(
      'invalid_operation',
      `A credit to ${bucket} cannot also mature; leave \`matures_at\` and \`matures_in\` out, or credit DEFERRED.`,
      { param: 'matures_at' },
    );
  }
}
