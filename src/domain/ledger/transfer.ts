/**
 * Moves AVAILABLE value from one holder to others, all of it in one entry or not at all. Nothing is issued
 * or returned to its source: the wallet of the program is not touched.
 */
import { present } from '@/domain/assert';
import { NOTHING, type Decision } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import { formatAmount, sumAmounts, type Amount } from '@/domain/money';
import { targetId, transferSource, webhook } from '@/domain/webhooks/events';
import type { AccountState, Holder } from './accounts';
import { joinLegs, receive, withdraw } from './legs';
import { lotsIn, takeInOrder, type LotShare } from './lots';
import { assertMovable, assertStorable, assertWithinCeiling, entryOf, shortfall, type LedgerCommand, type LedgerContext } from './command';

interface TransferRecipient {
  readonly holder: Holder;
  readonly account: AccountState;
  readonly amount: Amount;
}

/** `holder` is the source. */
export interface TransferCommand extends LedgerCommand {
  /** Whether lots keep their expiry; they always keep the time they were earned. */
  readonly preserveExpiry: boolean;
}

/**
 * Lots move first-expiring first, in the order of the recipients; one that moves in part is split. A
 * recipient's overdraft is filled first.
 * @param recipients at least one, each named once.
 * @throws DomainError self_transfer, validation_error (a recipient named twice), insufficient_funds,
 * max_transaction_amount_exceeded (the total counts), asset_archived, invalid_amount.
 */
export function transfer(
  context: LedgerContext,
  source: AccountState,
  recipients: readonly TransferRecipient[],
  command: TransferCommand,
): Decision {
  const { asset, newId } = context;
  const total = sumAmounts(recipients.map(({ amount }) => amount));
  for (const { amount } of recipients) assertStorable(amount);
  assertMovable(asset, total);
  assertWithinCeiling(asset, total);
  assertDistinct(command.holder, recipients);
  if (total.greaterThan(source.balance.available)) throw shortfall(asset, 'AVAILABLE', source.balance.available, total);
  const parts = asset.inventoryMode === 'LOT' ? divide(source, recipients) : null;
  const given = withdraw(asset, placeOf(command.holder), total, parts && merged(parts));
  const received = recipients.map(({ holder, account, amount }, index) => ({
    holder,
    leg: receive(asset, account, placeOf(holder), amount, parts?.[index] ?? null, { keepsExpiry: command.preserveExpiry, newId }),
  }));
  const { entry } = entryOf(context, 'TRANSFER', command, given, joinLegs(...received.map(({ leg }) => leg)).postings);
  const made = { entryId: entry.id, programId: context.programId, assetId: asset.id };
  return {
    ...NOTHING,
    entries: [entry],
    lots: received.flatMap(({ holder, leg }) => leg.newLots.map((lot) => ({ lot, holder, ...made }))),
    transfers: [
      {
        id: newId(),
        ...made,
        source: command.holder,
        recipients: recipients.map(({ holder, amount }) => ({ holder, amount })),
        total,
        preserveExpiry: command.preserveExpiry,
      },
    ],
    webhooks: [completed(context, command.holder, recipients, entry.id)],
  };
}

const placeOf = (holder: Holder) => ({ holder, bucket: 'AVAILABLE', holdReference: null }) as const;

function assertDistinct(source: Holder, recipients: readonly TransferRecipient[]): void {
  const seen = new Set<string>();
  recipients.forEach(({ holder }, index) => {
    const param = `recipients[${index}]`;
    if (holder.id === source.id)
      throw new DomainError('self_transfer', 'The source of a transfer cannot be one of its recipients.', { param });
    if (seen.has(holder.id)) {
      const message = 'Name each recipient once, with all that it is to get.';
      throw new DomainError('validation_error', message, { param, fields: [{ field: param, message, reason: 'duplicate' }] });
    }
    seen.add(holder.id);
  });
}

/** Which parts of which lots each recipient gets. */
function divide(source: AccountState, recipients: readonly TransferRecipient[]): LotShare[][] {
  let left = lotsIn(source.lots, 'AVAILABLE');
  return recipients.map(({ amount }) => {
    const shares = takeInOrder(left, amount);
    const taken = new Map(shares.map((share) => [share.lot.id, share.amount]));
    left = left.map((lot) => ({ ...lot, remaining: lot.remaining.minus(taken.get(lot.id) ?? 0) })).filter((lot) => !lot.remaining.isZero());
    return shares;
  });
}

/** One share of each lot, however many recipients it went to. */
function merged(parts: readonly (readonly LotShare[])[]): LotShare[] {
  const byLot = Map.groupBy(parts.flat(), ({ lot }) => lot.id);
  return [...byLot.values()].map((shares) => ({
    lot: present(shares[0], 'a group has the share that opened it').lot,
    amount: sumAmounts(shares.map(({ amount }) => amount)),
  }));
}

function completed(
  { organizationId, programId, asset }: LedgerContext,
  source: Holder,
  recipients: readonly TransferRecipient[],
  entryId: string,
) {
  return webhook('transfer.completed', {
    journal_entry_id: entryId,
    organization_id: organizationId,
    program_id: programId,
    ...transferSource(source),
    asset_id: asset.id,
    recipients: recipients.map(({ holder, amount }) => ({ ...targetId(holder), amount: formatAmount(amount, asset.scale) })),
  });
}
