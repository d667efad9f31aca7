/** Ends a hold: by settling it for its final amount, or by voiding what was issued provisionally. */
import { NOTHING, type Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { formatAmount, sumAmounts, type Amount } from '@/domain/money';
import { webhook } from '@/domain/webhooks/events';
import { sourceOfValue, type AccountState } from './accounts';
import { assertTermsFit, NO_TERMS } from './credit';
import { advanceLeg } from './advance';
import { liveHold } from './holds';
import { deposit, joinLegs, relocate, withdraw, type Leg } from './legs';
import { lotsIn, takeInOrder, type LotShare, type LotTerms } from './lots';
import {
  assertMovable,
  assertWalletCovers,
  assertWithinCeiling,
  entryOf,
  movementFields,
  type LedgerCommand,
  type LedgerContext,
} from './command';

interface SettleCommand extends LedgerCommand {
  readonly referenceId: string;
  readonly amount: Amount;
  /** New terms for everything settled; null: lots keep theirs. */
  readonly terms: LotTerms | null;
}

/**
 * HELD falls by the whole hold and AVAILABLE rises by `amount`. An excess over the hold is drawn from the
 * source of the asset; a shortfall returns there.
 * @throws DomainError not_found (no such hold), insufficient_funds (wallet), asset_archived, max_transaction_amount_exceeded, what `assertTermsFit` refuses.
 */
export function settle(context: LedgerContext, account: AccountState, wallet: AccountState | null, command: SettleCommand): Decision {
  const { asset, programId } = context;
  assertMovable(asset, command.amount);
  assertWithinCeiling(asset, command.amount);
  if (command.terms) assertTermsFit(asset, 'AVAILABLE', command.terms);
  const held = liveHold(account, command.referenceId).amount;
  const delta = command.amount.minus(held);
  if (delta.greaterThan(0)) assertWalletCovers(context, wallet, delta);
  const leg =
    asset.inventoryMode === 'LOT' && !command.terms
      ? keepingTerms(context, account, command, held)
      : onNewTerms(context, account, command, held);
  const source = delta.isZero() ? [] : [{ assetId: asset.id, account: sourceOfValue(asset, programId), amount: delta.negated() }];
  const { entry, made } = entryOf(context, 'SETTLE', command, leg, source);
  const told = webhook('balance.credited', {
    ...movementFields(context, command.holder, entry.id, command.amount),
    bucket: 'AVAILABLE',
    reference_id: command.referenceId,
    settle: { held_amount: formatAmount(held, asset.scale), delta: formatAmount(delta, asset.scale) },
  });
  return { ...NOTHING, ...made, webhooks: [told] };
}

const sharesOf = (account: AccountState, reference: string): LotShare[] =>
  lotsIn(account.lots, 'HELD', { holdReference: reference }).map((lot) => ({ lot, amount: lot.remaining }));

/** Takes out everything held and deposits the settled amount anew. */
function onNewTerms(
  { asset, now, newId }: LedgerContext,
  account: AccountState,
  { holder, referenceId, amount, terms }: SettleCommand,
  held: Amount,
): Leg {
  const shares = asset.inventoryMode === 'LOT' ? sharesOf(account, referenceId) : null;
  const gone = withdraw(asset, { holder, bucket: 'HELD', holdReference: referenceId }, held, shares);
  const arrived = deposit(asset, account, { holder, bucket: 'AVAILABLE', holdReference: null }, amount, {
    id: newId(),
    terms: terms ?? NO_TERMS,
    earnedAt: now,
  });
  return joinLegs(gone, arrived);
}

/** Held lots become available first-expiring first, up to the settled amount; the rest of them returns to the source. */
function keepingTerms(
  { asset, now, newId }: LedgerContext,
  account: AccountState,
  { holder, referenceId, amount }: SettleCommand,
  held: Amount,
): Leg {
  const from = { holder, bucket: 'HELD', holdReference: referenceId } as const;
  const to = { holder, bucket: 'AVAILABLE', holdReference: null } as const;
  const kept = takeInOrder(lotsIn(account.lots, 'HELD', { holdReference: referenceId }), amount);
  const keptAmount = sumAmounts(kept.map((share) => share.amount));
  const moved = relocate(asset, account, from, to, keptAmount, kept, newId);
  const after = advanceLeg(account, moved, now);
  const legs = [moved];
  if (held.greaterThan(keptAmount)) legs.push(withdraw(asset, from, held.minus(keptAmount), sharesOf(after, referenceId)));
  if (amount.greaterThan(keptAmount))
    legs.push(deposit(asset, after, to, amount.minus(keptAmount), { id: newId(), terms: NO_TERMS, earnedAt: now }));
  return joinLegs(...legs);
}

interface VoidCommand extends LedgerCommand {
  readonly referenceId: string;
  /** When given, must equal all that is provisional under the reference. */
  readonly amount: Amount | null;
}

/** Whether anything under the reference can be voided. */
export const hasProvisional = (account: AccountState, reference: string): boolean =>
  sharesOf(account, reference).some(({ lot }) => lot.provisional);

/**
 * Takes back lots that were issued straight into HELD; what was reserved from AVAILABLE stays held.
 * @throws DomainError invalid_operation (SIMPLE asset, or nothing provisional), not_found (unknown reference), invalid_amount.
 */
export function voidHold(context: LedgerContext, account: AccountState, command: VoidCommand): Decision {
  const { asset, programId } = context;
  if (asset.inventoryMode !== 'LOT')
    throw new DomainError('invalid_operation', `${asset.symbol} is not kept in lots; release the hold instead.`, { param: 'asset_id' });
  liveHold(account, command.referenceId);
  const shares = sharesOf(account, command.referenceId).filter(({ lot }) => lot.provisional);
  const total = sumAmounts(shares.map((share) => share.amount));
  if (total.isZero())
    throw new DomainError('invalid_operation', 'Nothing under this reference was credited provisionally; release the hold instead.', {
      param: 'reference_id',
    });
  assertMovable(asset, total);
  if (command.amount && !command.amount.equals(total)) {
    throw new DomainError(
      'invalid_amount',
      `A void takes back the whole provisional amount, ${formatAmount(total, asset.scale)} ${asset.symbol}; leave \`amount\` out.`,
      { param: 'amount' },
    );
  }
  const leg = withdraw(asset, { holder: command.holder, bucket: 'HELD', holdReference: command.referenceId }, total, shares);
  const { entry, made } = entryOf(context, 'VOID', command, leg, [
    { assetId: asset.id, account: sourceOfValue(asset, programId), amount: total },
  ]);
  return {
    ...NOTHING,
    ...made,
    webhooks: [
      webhook('balance.voided', { ...movementFields(context, command.holder, entry.id, total), reference_id: command.referenceId }),
    ],
  };
}
