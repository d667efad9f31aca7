/** Captures the reservation of a pending redemption. */
import type { Redemption } from '@/contract/redemption';
import { DomainError } from '@/domain/errors';
import { isOpen } from '@/domain/fulfillment/order';
import { capture } from '@/domain/ledger/redemption';
import type { Ctx } from '@/server/platform/context';
import { updateRedemptionRow, type RedemptionRow } from '@/server/db/repositories/rewards/redemptions';
import type { Tx } from '@/server/db/transaction';
import type { HolderAccount } from '@/server/services/balances/holder-account';
import type { Outcome } from '@/server/services/idempotent';
import { factsOf } from './place-redemption';
import { resolveRedemption } from './resolve-redemption';

/** @throws DomainError fulfillment_in_progress, insufficient_funds when part of the reservation expired, and as every resolution. */
export function captureRedemption(ctx: Ctx, id: string): Promise<Outcome<Redemption>> {
  return resolveRedemption(ctx, id, {
    trigger: 'CAPTURE',
    fields: {},
    perform: (tx, opened, redemption) => {
      assertNotUnderWay(redemption);
      return spendReservation(tx, opened, redemption);
    },
  });
}

function assertNotUnderWay({ fulfillment }: RedemptionRow): void {
  if (!fulfillment || !isOpen(fulfillment.status)) return;
  throw new DomainError(
    'fulfillment_in_progress',
    'The provider has not delivered the reward yet; the redemption is captured when it does.',
    { param: 'id', details: { status: fulfillment.status } },
  );
}

/** @param redemption pending and locked. @throws DomainError insufficient_funds when part of the reservation has expired. */
export async function spendReservation(
  tx: Tx,
  { context, account, commit }: HolderAccount,
  redemption: RedemptionRow,
): Promise<RedemptionRow> {
  const decision = capture(context, account, factsOf(redemption));
  await commit(decision);
  const at = { captured_at: context.now, resolved_at: context.now, updated_at: context.now };
  const captured: RedemptionRow = { ...redemption, ...at, status: 'COMPLETED', capture_journal_entry_id: decision.entries[0]!.id };
  await updateRedemptionRow(tx, context.organizationId, captured);
  return captured;
}
