/** Takes value from a holder and returns it to its source: the program wallet (PREFUNDED) or issuance (UNLIMITED). */
import type { SHORTFALL_POLICIES } from '@/domain/choices';
import { NOTHING, type Decision } from '@/domain/decision';
import { ZERO, type Amount } from '@/domain/money';
import { webhook } from '@/domain/webhooks/events';
import { accountKey, sourceOfValue, type AccountState, type Bucket } from './accounts';
import { drawableBalance, drawOnHolds, liveHold } from './holds';
import { joinLegs, withdraw, type Leg } from './legs';
import { lotsIn, takeInOrder, totalOf, type LotFilter } from './lots';
import {
  assertMovable,
  assertWithinCeiling,
  bucketBalance,
  entryOf,
  movementFields,
  shortfall,
  type LedgerCommand,
  type LedgerContext,
} from './command';

export type ShortfallPolicy = (typeof SHORTFALL_POLICIES)[number];

interface DebitCommand extends LedgerCommand {
  readonly bucket: Bucket;
  readonly amount: Amount;
  readonly shortfallPolicy: ShortfallPolicy;
}

/**
 * PARTIAL takes what there is (if nothing, the Decision is empty); ALLOW_NEGATIVE takes the full amount
 * and lets AVAILABLE go below zero.
 * @throws DomainError insufficient_funds under REJECT, or for a bucket other than AVAILABLE that would go negative;
 * not_found (a reference under which nothing is held).
 */
export function debit(context: LedgerContext, account: AccountState, command: DebitCommand): Decision {
  const { asset, programId } = context;
  assertMovable(asset, command.amount);
  assertWithinCeiling(asset, command.amount);
  const amount = debitableAmount(context, account, command);
  if (amount.isZero()) return NOTHING;
  const leg = takeOut(context, account, command, command.bucket, amount, command.bucket === 'HELD' ? command.referenceId : null);
  const source = { assetId: asset.id, account: sourceOfValue(asset, programId), amount };
  const { entry, made } = entryOf(context, 'DEBIT', command, leg, [source]);
  const reference = command.referenceId === null ? {} : { reference_id: command.referenceId };
  const told = webhook('balance.debited', {
    ...movementFields(context, command.holder, entry.id, amount),
    bucket: command.bucket,
    ...reference,
  });
  return { ...NOTHING, ...made, overdrafts: overdraftGrants(context, account, command.bucket, amount), webhooks: [told] };
}

/**
 * The leg that takes `amount` out of a bucket: first-expiring lots first and, in HELD, from the named hold or
 * else from the oldest first. What the lots do not cover becomes overdraft, which the caller must have allowed.
 */
export function takeOut(
  { asset }: LedgerContext,
  account: AccountState,
  { holder }: LedgerCommand,
  bucket: Bucket,
  amount: Amount,
  reference: string | null,
  filter: LotFilter = {},
): Leg {
  if (bucket === 'HELD') {
    return joinLegs(
      ...drawOnHolds(account, asset, amount, reference, filter).map((draw) => {
        const shares =
          asset.inventoryMode === 'LOT'
            ? takeInOrder(lotsIn(account.lots, 'HELD', { ...filter, holdReference: draw.reference }), draw.amount)
            : null;
        return withdraw(asset, { holder, bucket, holdReference: draw.reference }, draw.amount, shares);
      }),
    );
  }
  const place = { holder, bucket, holdReference: null };
  if (asset.inventoryMode === 'SIMPLE') return withdraw(asset, place, amount, null);
  const shares = takeInOrder(lotsIn(account.lots, bucket, filter), amount);
  return withdraw(asset, place, amount, shares, amount.minus(totalOf(shares)));
}

/** How much of a debit is carried out, as its policy says. @throws DomainError insufficient_funds. */
export function debitableAmount({ asset }: LedgerContext, account: AccountState, command: DebitCommand): Amount {
  const there = drawable(account, command);
  if (command.amount.lessThanOrEqualTo(there)) return command.amount;
  if (command.shortfallPolicy === 'PARTIAL') return there.greaterThan(0) ? there : ZERO;
  if (command.shortfallPolicy === 'ALLOW_NEGATIVE' && command.bucket === 'AVAILABLE') return command.amount;
  throw shortfall(asset, command.bucket, there, command.amount);
}

function drawable(account: AccountState, { bucket, referenceId }: DebitCommand): Amount {
  if (bucket !== 'HELD' || referenceId === null) return drawableBalance(account, bucket);
  return liveHold(account, referenceId).amount;
}

/** The permission that a debit of `amount` needs to go below zero, if it does. */
export function overdraftGrants({ programId, asset }: LedgerContext, account: AccountState, bucket: Bucket, amount: Amount) {
  const below = amount.minus(bucketBalance(account, bucket));
  if (below.lessThanOrEqualTo(account.overdraftLimit)) return [];
  return [{ accountId: account.id, programId, assetId: asset.id, key: accountKey(account.id, programId, asset.id), limit: below }];
}
