/** Sets AVAILABLE value aside under a reference, and releases it again. */
import { NOTHING, type Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import type { Amount } from '@/domain/money';
import { webhook } from '@/domain/webhooks/events';
import type { AccountState } from './accounts';
import { advanceLeg } from './advance';
import { drawOnHolds } from './holds';
import { joinLegs, relocate, type Leg } from './legs';
import { lotsIn, takeInOrder, totalOf, type LotFilter } from './lots';
import { assertMovable, assertWithinCeiling, entryOf, movementFields, shortfall, type LedgerCommand, type LedgerContext } from './command';
import { isReserved } from './references';

export interface HoldCommand extends LedgerCommand {
  readonly amount: Amount;
  readonly filter: LotFilter;
}

/**
 * A second hold under the same reference adds to the first.
 * @throws DomainError missing_reference_id, reserved_reference_id, insufficient_funds, asset_archived, max_transaction_amount_exceeded.
 */
export function hold(context: LedgerContext, account: AccountState, command: HoldCommand): Decision {
  const { asset } = context;
  assertMovable(asset, command.amount);
  assertWithinCeiling(asset, command.amount);
  if (command.referenceId === null)
    throw new DomainError('missing_reference_id', 'A hold needs the `reference_id` under which the value is held.', {
      param: 'reference_id',
    });
  if (isReserved(command.referenceId))
    throw new DomainError('reserved_reference_id', 'A reference must not begin with "service:"; choose another.', {
      param: 'reference_id',
    });
  return setAside(context, account, { ...command, referenceId: command.referenceId });
}

/** Places a hold under any reference, reserved ones included. @throws DomainError insufficient_funds. */
export function setAside(context: LedgerContext, account: AccountState, command: HoldCommand & { readonly referenceId: string }): Decision {
  const { asset, newId } = context;
  if (command.amount.greaterThan(account.balance.available)) throw shortfall(asset, 'AVAILABLE', account.balance.available, command.amount);
  const shares = asset.inventoryMode === 'LOT' ? takeInOrder(lotsIn(account.lots, 'AVAILABLE', command.filter), command.amount) : null;
  if (shares && totalOf(shares).lessThan(command.amount)) throw shortfall(asset, 'AVAILABLE', totalOf(shares), command.amount);
  const from = { holder: command.holder, bucket: 'AVAILABLE', holdReference: null } as const;
  const to = { holder: command.holder, bucket: 'HELD', holdReference: command.referenceId } as const;
  const { entry, made } = entryOf(context, 'HOLD', command, relocate(asset, account, from, to, command.amount, shares, newId));
  return { ...NOTHING, ...made, webhooks: [webhook('balance.held', movementFields(context, command.holder, entry.id, command.amount))] };
}

/**
 * Releases held value, in whole or in part: from the named hold, or without a reference from the
 * oldest first. What expires first is released last.
 * @throws DomainError not_found (unknown reference), insufficient_funds, asset_archived.
 */
export function release(context: LedgerContext, account: AccountState, command: HoldCommand): Decision {
  const { asset, newId } = context;
  assertMovable(asset, command.amount);
  let current = account;
  const legs: Leg[] = [];
  for (const draw of drawOnHolds(account, asset, command.amount, command.referenceId, command.filter)) {
    const held = lotsIn(current.lots, 'HELD', { ...command.filter, holdReference: draw.reference }).reverse();
    const shares = asset.inventoryMode === 'LOT' ? takeInOrder(held, draw.amount) : null;
    const from = { holder: command.holder, bucket: 'HELD', holdReference: draw.reference } as const;
    const leg = relocate(
      asset,
      current,
      from,
      { holder: command.holder, bucket: 'AVAILABLE', holdReference: null },
      draw.amount,
      shares,
      newId,
    );
    legs.push(leg);
    current = advanceLeg(current, leg, context.now);
  }
  const { entry, made } = entryOf(context, 'RELEASE', command, joinLegs(...legs));
  return {
    ...NOTHING,
    ...made,
    webhooks: [webhook('balance.released', movementFields(context, command.holder, entry.id, command.amount))],
  };
}
