/** Moves value to breakage, irreversibly: on request, or because its lots expired. */
import { present } from '@/domain/assert';
import { NOTHING, type Decision } from '@/domain/decision';
import { ZERO, type Amount } from '@/domain/money';
import { webhook, targetId } from '@/domain/webhooks/events';
import type { AccountState, Holder } from './accounts';
import { takeOut } from './debit';
import { advance } from './advance';
import { drawableBalance, liveHold } from './holds';
import { joinLegs, relocate, withdraw, type Leg } from './legs';
import { consumptionOrder, lotsIn, totalOf, type Lot, type LotFilter } from './lots';
import { assertStorable, entryOf, movementFields, shortfall, type LedgerCommand, type LedgerContext } from './command';
import { isReserved } from './references';

export interface ForfeitCommand extends LedgerCommand {
  readonly bucket: 'AVAILABLE' | 'HELD';
  readonly amount: Amount;
  readonly filter: LotFilter;
}

/**
 * The one operation that closed participants and archived assets still allow.
 * @throws DomainError insufficient_funds when the bucket, or what the filters leave of it, holds less; not_found (unknown reference).
 */
export function forfeit(context: LedgerContext, account: AccountState, command: ForfeitCommand): Decision {
  const { asset, programId } = context;
  assertStorable(command.amount);
  if (command.bucket === 'HELD' && command.referenceId !== null) liveHold(account, command.referenceId);
  const there = forfeitable(context, account, command);
  if (command.amount.greaterThan(there)) throw shortfall(asset, command.bucket, there, command.amount);
  const leg = takeOut(context, account, command, command.bucket, command.amount, command.referenceId, command.filter);
  const { entry, made } = entryOf(context, 'FORFEIT', command, leg, [
    { assetId: asset.id, account: breakage(programId), amount: command.amount },
  ]);
  const told = webhook('balance.debited', {
    ...movementFields(context, command.holder, entry.id, command.amount),
    bucket: command.bucket,
    ...(command.referenceId === null ? {} : { reference_id: command.referenceId }),
  });
  return { ...NOTHING, ...made, webhooks: [told] };
}

const breakage = (programId: string) => ({ type: 'SYSTEM_BREAKAGE', id: programId, bucket: null }) as const;

function forfeitable({ asset }: LedgerContext, account: AccountState, { bucket, filter, referenceId }: ForfeitCommand): Amount {
  const inBucket = drawableBalance(account, bucket);
  if (asset.inventoryMode === 'SIMPLE') return inBucket;
  const lots = lotsIn(account.lots, bucket, {
    ...filter,
    ...(bucket === 'HELD' && referenceId !== null ? { holdReference: referenceId } : {}),
  });
  const left = totalOf(lots.filter((lot) => !isReserved(lot.holdReference)).map((lot) => ({ lot, amount: lot.remaining })));
  return left.lessThan(inBucket) ? left : inBucket;
}

/**
 * Brings an account up to date before anything else happens to it: matured lots become AVAILABLE in
 * one entry, and expired lots are forfeited in another.
 */
export function bringUpToDate(context: LedgerContext, account: AccountState, holder: Holder): Decision {
  const matured = mature(context, account, holder);
  const expired = expire(context, advance(account, matured, context.now), holder);
  return {
    ...NOTHING,
    entries: [...matured.entries, ...expired.entries],
    lots: [...matured.lots, ...expired.lots],
    webhooks: expired.webhooks,
  };
}

const silent = (holder: Holder): LedgerCommand => ({ holder, description: null, referenceId: null, cause: null });

function mature(context: LedgerContext, account: AccountState, holder: Holder): Decision {
  const due = lotsIn(account.lots, 'DEFERRED').filter((lot) => lot.maturesAt && lot.maturesAt <= context.now);
  if (due.length === 0) return NOTHING;
  const shares = due.map((lot) => ({ lot, amount: lot.remaining }));
  const from = { holder, bucket: 'DEFERRED', holdReference: null } as const;
  const leg = relocate(
    context.asset,
    account,
    from,
    { holder, bucket: 'AVAILABLE', holdReference: null },
    totalOf(shares),
    shares,
    context.newId,
  );
  return { ...NOTHING, ...entryOf(context, 'MATURE', silent(holder), leg).made };
}

function expire(context: LedgerContext, account: AccountState, holder: Holder): Decision {
  const { asset, programId } = context;
  // Lots are loaded in any order, and their entry is the same for each.
  const due = account.lots.filter((lot) => lot.expiresAt && lot.expiresAt <= context.now && !lot.remaining.isZero()).sort(consumptionOrder);
  if (due.length === 0) return NOTHING;
  let total = ZERO;
  const legs: Leg[] = groupByPlace(due, holder).map(({ place, lots }) => {
    const shares = lots.map((lot) => ({ lot, amount: lot.remaining }));
    total = total.plus(totalOf(shares));
    return withdraw(asset, place, totalOf(shares), shares);
  });
  const { entry, made } = entryOf(context, 'EXPIRE', silent(holder), joinLegs(...legs), [
    { assetId: asset.id, account: breakage(programId), amount: total },
  ]);
  const told = webhook('balance.expired', {
    journal_entry_id: entry.id,
    organization_id: context.organizationId,
    ...targetId(holder),
    asset_id: asset.id,
    lot_count: due.length,
  });
  return { ...NOTHING, ...made, webhooks: [told] };
}

function groupByPlace(lots: readonly Lot[], holder: Holder) {
  const groups = Map.groupBy(lots, (lot) => `${lot.bucket}/${lot.holdReference ?? ''}`);
  return [...groups.values()].map((group) => {
    const { bucket, holdReference } = present(group[0], 'a group has the lot that opened it');
    return { place: { holder, bucket, holdReference }, lots: group };
  });
}
