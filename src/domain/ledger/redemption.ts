/**
 * Posts redemptions to the ledger: value is spent at once, or reserved first and then captured or
 * released, and a reversal returns it to the lots that it left. Every entry carries the redemption's
 * own reference, so that spent value can be traced to what it was spent on.
 */
import { combine, NOTHING, type Decision } from '@/domain/decision';
import { ZERO, type Amount } from '@/domain/money';
import { webhook } from '@/domain/webhooks/events';
import type { AccountState, Holder, SystemType } from './accounts';
import { advance } from './advance';
import { takeOut } from './debit';
import { bringUpToDate } from './forfeit';
import { setAside } from './hold';
import { relocate, restore, withdraw } from './legs';
import { lotsIn, type LotShare } from './lots';
import {
  assertMovable,
  assertStorable,
  assertWithinCeiling,
  bucketBalance,
  entryOf,
  movementFields,
  shortfall,
  type LedgerCommand,
  type LedgerContext,
} from './command';
import { redemptionReference } from './references';

/** The accounts that can receive redeemed value; each program chooses one. */
export type RedemptionTarget = Extract<SystemType, 'SYSTEM_REDEMPTION' | 'SYSTEM_BREAKAGE'>;

/** What the ledger needs to know about a redemption. */
export interface RedemptionFacts {
  readonly id: string;
  readonly holder: Holder & { readonly type: 'PARTICIPANT' };
  readonly amount: Amount;
  readonly description: string | null;
  readonly target: RedemptionTarget;
  /** The catalog item; null when a plain amount is redeemed. */
  readonly rewardId: string | null;
}

const commandOf = ({ id, holder, description }: RedemptionFacts) =>
  ({ holder, description, referenceId: redemptionReference(id), cause: null }) satisfies LedgerCommand;

const targetPosting = ({ asset, programId }: LedgerContext, { target }: RedemptionFacts, amount: Amount) => ({
  assetId: asset.id,
  account: { type: target, id: programId, bucket: null } as const,
  amount,
});

function completed(context: LedgerContext, facts: RedemptionFacts, entryId: string) {
  const { organization_id, program_id, asset_id, amount } = movementFields(context, facts.holder, entryId, facts.amount);
  const common = { redemption_id: facts.id, organization_id, program_id, participant_id: facts.holder.id };
  return webhook(
    'redemption.completed',
    facts.rewardId === null ? { ...common, asset_id, amount } : { ...common, reward_catalog_item_id: facts.rewardId },
  );
}

/** @throws DomainError asset_archived, invalid_amount, max_transaction_amount_exceeded. */
function assertMayBegin({ asset }: LedgerContext, { amount }: RedemptionFacts): void {
  assertMovable(asset, amount);
  assertWithinCeiling(asset, amount);
}

/**
 * Spends AVAILABLE value at once.
 * @throws DomainError insufficient_funds, asset_archived, max_transaction_amount_exceeded.
 */
export function redeem(context: LedgerContext, account: AccountState, facts: RedemptionFacts): Decision {
  assertMayBegin(context, facts);
  const available = bucketBalance(account, 'AVAILABLE');
  if (facts.amount.greaterThan(available)) throw shortfall(context.asset, 'AVAILABLE', available, facts.amount);
  const command = commandOf(facts);
  const leg = takeOut(context, account, command, 'AVAILABLE', facts.amount, null);
  const { entry, made } = entryOf(context, 'REDEEM', command, leg, [targetPosting(context, facts, facts.amount)]);
  return { ...NOTHING, ...made, webhooks: [completed(context, facts, entry.id)] };
}

/**
 * Holds AVAILABLE value for the redemption.
 * @throws DomainError insufficient_funds, asset_archived, max_transaction_amount_exceeded.
 */
export function reserve(context: LedgerContext, account: AccountState, facts: RedemptionFacts): Decision {
  assertMayBegin(context, facts);
  return setAside(context, account, { ...commandOf(facts), amount: facts.amount, filter: {} });
}

/** What is left of a reservation: reserved lots expire like any others. */
export function reservedAmount(account: AccountState, redemptionId: string): Amount {
  const reference = redemptionReference(redemptionId);
  return account.holds.find((hold) => hold.reference === reference)?.amount ?? ZERO;
}

function reservation({ asset }: LedgerContext, account: AccountState, { id, holder }: RedemptionFacts) {
  const holdReference = redemptionReference(id);
  const lots = lotsIn(account.lots, 'HELD', { holdReference });
  const shares = asset.inventoryMode === 'LOT' ? lots.map((lot): LotShare => ({ lot, amount: lot.remaining })) : null;
  return { place: { holder, bucket: 'HELD', holdReference } as const, shares };
}

/**
 * Spends what was reserved. Still possible once the asset is archived.
 * @throws DomainError insufficient_funds when part of the reservation has expired.
 */
export function capture(context: LedgerContext, account: AccountState, facts: RedemptionFacts): Decision {
  const left = reservedAmount(account, facts.id);
  if (left.lessThan(facts.amount)) throw shortfall(context.asset, 'HELD', left, facts.amount);
  const { place, shares } = reservation(context, account, facts);
  const leg = withdraw(context.asset, place, facts.amount, shares);
  const { entry, made } = entryOf(context, 'CAPTURE', commandOf(facts), leg, [targetPosting(context, facts, facts.amount)]);
  return { ...NOTHING, ...made, webhooks: [completed(context, facts, entry.id)] };
}

/** Releases what is left of the reservation; an empty Decision when all of it has expired. */
export function releaseReservation(context: LedgerContext, account: AccountState, facts: RedemptionFacts): Decision {
  const left = reservedAmount(account, facts.id);
  if (left.isZero()) return NOTHING;
  const { place, shares } = reservation(context, account, facts);
  const leg = relocate(
    context.asset,
    account,
    place,
    { holder: facts.holder, bucket: 'AVAILABLE', holdReference: null },
    left,
    shares,
    context.newId,
  );
  const { entry, made } = entryOf(context, 'RELEASE', commandOf(facts), leg);
  return { ...NOTHING, ...made, webhooks: [webhook('balance.released', movementFields(context, facts.holder, entry.id, left))] };
}

/** A part of a redemption that is to be given back. */
export interface Reversal {
  readonly id: string;
  readonly amount: Amount;
  /** What earlier reversals have given back. */
  readonly before: Amount;
  readonly reason: string;
  /** What the redemption took from each lot, in the order taken; null for a SIMPLE asset. */
  readonly taken: readonly LotShare[] | null;
}

/**
 * Gives value back, to the lot spent last first. What returns to a lot that has since expired expires
 * at once, in an entry of its own.
 */
export function reverse(context: LedgerContext, account: AccountState, facts: RedemptionFacts, reversal: Reversal): Decision {
  assertStorable(reversal.amount);
  const shares = reversal.taken && givenBack(account, reversal.taken, reversal.before, reversal.amount);
  const before = shares ? withLots(account, shares) : account;
  const command = { ...commandOf(facts), description: reversal.reason };
  const place = { holder: facts.holder, bucket: 'AVAILABLE', holdReference: null } as const;
  const leg = restore(context.asset, before, place, reversal.amount, shares, context.newId);
  const { entry, made } = entryOf(context, 'REVERSE', command, leg, [targetPosting(context, facts, reversal.amount.negated())]);
  const fields = movementFields(context, facts.holder, entry.id, reversal.amount);
  const { organization_id, program_id, asset_id, amount } = fields;
  const restored: Decision = {
    ...NOTHING,
    ...made,
    webhooks: [
      webhook('balance.credited', { ...fields, bucket: 'AVAILABLE' }),
      webhook('redemption.reversed', {
        reversal_id: reversal.id,
        redemption_id: facts.id,
        organization_id,
        program_id,
        participant_id: facts.holder.id,
        asset_id,
        amount,
      }),
    ],
  };
  return combine([restored, bringUpToDate(context, advance(before, restored, context.now), facts.holder)]);
}

/** The next `amount` to give back, last taken first and skipping what earlier reversals gave back, with the lots as they are now. */
function givenBack(account: AccountState, taken: readonly LotShare[], before: Amount, amount: Amount): LotShare[] {
  const shares: LotShare[] = [];
  let [passed, missing] = [before, amount];
  for (const { lot, amount: whole } of [...taken].reverse()) {
    const skipped = passed.lessThan(whole) ? passed : whole;
    passed = passed.minus(skipped);
    const left = whole.minus(skipped);
    const part = left.lessThan(missing) ? left : missing;
    missing = missing.minus(part);
    if (!part.isZero()) shares.push({ lot: account.lots.find(({ id }) => id === lot.id) ?? { ...lot, remaining: ZERO }, amount: part });
  }
  return shares;
}

/** The account together with those of these lots that had been emptied. */
function withLots(account: AccountState, shares: readonly LotShare[]): AccountState {
  const known = new Set(account.lots.map(({ id }) => id));
  return { ...account, lots: [...account.lots, ...shares.map(({ lot }) => lot).filter(({ id }) => !known.has(id))] };
}
