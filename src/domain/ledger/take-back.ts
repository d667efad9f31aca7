/** Takes back what a holder earned under a reference, never more than is left of it: from its own lots first, then from what is available. */
import { NOTHING, type Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { shareOf, ZERO, type Amount } from '@/domain/money';
import { webhook } from '@/domain/webhooks/events';
import { sourceOfValue, type AccountState, type Bucket } from './accounts';
import { assertMovable, assertWithinCeiling, entryOf, movementFields, type LedgerCommand, type LedgerContext } from './command';
import { debitableAmount, overdraftGrants, type ShortfallPolicy } from './debit';
import { takeable, type Earning } from './earnings';
import { joinLegs, withdraw, type Leg } from './legs';
import { lotsIn, takeInOrder, totalOf, type Lot } from './lots';

interface TakeBackCommand extends LedgerCommand {
  readonly referenceId: string;
  /** Of all that was earned under the reference, from 0 to 1. */
  readonly share: Amount;
  /** Null: no more than the share. */
  readonly most?: Amount | null;
  readonly shortfallPolicy: ShortfallPolicy;
}

/**
 * The Decision is empty when nothing is left to take, or under PARTIAL nothing is there. What is held stays held.
 * @throws DomainError invalid_amount (share), insufficient_funds (REJECT), asset_archived, max_transaction_amount_exceeded.
 */
export function takeBack(context: LedgerContext, account: AccountState, earning: Earning, command: TakeBackCommand): Decision {
  const { asset, programId } = context;
  const { referenceId, share, most = null, holder } = command;
  if (share.isNegative() || share.greaterThan(1))
    throw new DomainError('invalid_amount', 'The share to take back must be from 0 to 1.', { param: 'share' });
  const { earned, left } = takeable(asset, account, earning, referenceId);
  const part = shareOf(earned, share, asset.scale);
  const wanted = [left, ...(most === null ? [] : [most])].reduce((least, one) => (one.lessThan(least) ? one : least), part);
  if (wanted.isZero()) return NOTHING;
  assertMovable(asset, wanted);
  assertWithinCeiling(asset, wanted);
  const own = (bucket: Bucket): Lot[] => lotsIn(account.lots, bucket).filter(({ id }) => earning.lots.has(id));
  const deferred = takeInOrder(own('DEFERRED'), wanted);
  const fromDeferred = totalOf(deferred);
  const fromAvailable = availableAmount(context, account, command, wanted.minus(fromDeferred));
  const legs = [
    ...(fromDeferred.isZero() ? [] : [withdraw(asset, { holder, bucket: 'DEFERRED', holdReference: null }, fromDeferred, deferred)]),
    ...(fromAvailable.isZero() ? [] : [outOfAvailable(context, account, command, fromAvailable, own('AVAILABLE'))]),
  ];
  if (legs.length === 0) return NOTHING;
  const amount = fromDeferred.plus(fromAvailable);
  const source = { assetId: asset.id, account: sourceOfValue(asset, programId), amount };
  const { entry, made } = entryOf(context, 'TAKE_BACK', command, joinLegs(...legs), [source]);
  const parts = [
    { bucket: 'DEFERRED', amount: fromDeferred },
    { bucket: 'AVAILABLE', amount: fromAvailable },
  ] as const;
  const webhooks = parts
    .filter((one) => !one.amount.isZero())
    .map((one) =>
      webhook('balance.debited', {
        ...movementFields(context, holder, entry.id, one.amount),
        bucket: one.bucket,
        reference_id: referenceId,
      }),
    );
  return { ...NOTHING, ...made, overdrafts: overdraftGrants(context, account, 'AVAILABLE', fromAvailable), webhooks };
}

/** What of the rest the balance gives, as the policy says. */
const availableAmount = (context: LedgerContext, account: AccountState, command: TakeBackCommand, rest: Amount): Amount =>
  rest.isZero() ? ZERO : debitableAmount(context, account, { ...command, bucket: 'AVAILABLE', amount: rest });

/** Its own lots first, then others; what no lot covers becomes overdraft. */
function outOfAvailable(
  { asset }: LedgerContext,
  account: AccountState,
  { holder }: TakeBackCommand,
  amount: Amount,
  own: readonly Lot[],
): Leg {
  const place = { holder, bucket: 'AVAILABLE', holdReference: null } as const;
  if (asset.inventoryMode === 'SIMPLE') return withdraw(asset, place, amount, null);
  const others = lotsIn(account.lots, 'AVAILABLE').filter((lot) => !own.includes(lot));
  const shares = takeInOrder([...own, ...others], amount);
  return withdraw(asset, place, amount, shares, amount.minus(totalOf(shares)));
}
