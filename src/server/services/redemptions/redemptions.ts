/** Reads the organization's redemptions and their reversals, and presents them in their wire form, in which idempotency records store them too. */
import type { ListParticipantRedemptions, ListRedemptions, ListReversals, Redemption, ReversalResource } from '@/contract/redemption';
import { DomainError } from '@/domain/errors';
import { amountOf, formatAmount } from '@/domain/money';
import type { KeysetPage } from '@/server/db/keyset';
import { listReversalRows, type ReversalRow } from '@/server/db/repositories/rewards/redemption-reversals';
import {
  everyRedemptionRow,
  findRedemption,
  findRedemptionForUpdate,
  listRedemptionRows,
  type RedemptionFilters,
  type RedemptionRow,
} from '@/server/db/repositories/rewards/redemptions';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { presentOrder, withClaimUrl } from '@/server/services/fulfillment/orders';
import { participantId } from '@/server/services/participants/participants';

/** @throws DomainError not_found. */
export async function getRedemption(ctx: Ctx, id: string): Promise<RedemptionRow> {
  return (await findRedemption(ctx.organization.id, id)) ?? unknownRedemption();
}

/** The redemption, locked until the transaction ends. @throws DomainError not_found. */
export async function getRedemptionForUpdate(ctx: Ctx, tx: Tx, id: string): Promise<RedemptionRow> {
  return (await findRedemptionForUpdate(tx, ctx.organization.id, id)) ?? unknownRedemption();
}

export const listRedemptions = (ctx: Ctx, query: ListRedemptions): Promise<KeysetPage<RedemptionRow>> =>
  listRedemptionRows(ctx.organization.id, query);

/** Every matching redemption, from one snapshot. */
export const everyRedemption = (ctx: Ctx, query: RedemptionFilters): AsyncIterable<RedemptionRow[]> =>
  everyRedemptionRow(ctx.organization.id, query);

/** @throws DomainError not_found (participant). */
export async function listParticipantRedemptions(
  ctx: Ctx,
  { id, ...query }: ListParticipantRedemptions,
): Promise<KeysetPage<RedemptionRow>> {
  return listRedemptionRows(ctx.organization.id, { ...query, participant_id: await participantId(ctx, id) });
}

/** @throws DomainError not_found. */
export async function listReversals(ctx: Ctx, { id, ...query }: ListReversals): Promise<KeysetPage<ReversalRow>> {
  await getRedemption(ctx, id);
  return listReversalRows(ctx.organization.id, id, query);
}

function unknownRedemption(): never {
  throw new DomainError('not_found', 'There is no such redemption in your organization.', { param: 'id' });
}

/** Catalog fields appear only for a redemption of a catalog item. */
export function presentRedemption(row: RedemptionRow): Redemption {
  const show = (text: string): string => formatAmount(amountOf(text), row.scale);
  const { reward_id, quantity, unit_cost, reversed_quantity } = row;
  return {
    id: row.id,
    program_id: row.program_id,
    participant_id: row.participant_id,
    asset_id: row.asset_id,
    ...(reward_id === null || quantity === null || unit_cost === null ? {} : { reward_id, quantity, unit_cost: show(unit_cost) }),
    amount: show(row.amount),
    description: row.description,
    status: row.status,
    failure_reason: row.failure_reason,
    journal_entry_id: row.journal_entry_id,
    reservation_id: row.reservation_id,
    expires_at: presentTime(row.expires_at),
    capture_journal_entry_id: row.capture_journal_entry_id,
    captured_at: presentTime(row.captured_at),
    release_journal_entry_id: row.release_journal_entry_id,
    released_amount: row.released_amount === null ? null : show(row.released_amount),
    resolved_at: presentTime(row.resolved_at),
    reversed_amount: show(row.reversed_amount),
    ...(reversed_quantity === null ? {} : { reversed_quantity }),
    ...(row.decision_id === null ? {} : { decision_id: row.decision_id }),
    ...(row.fulfillment ? { fulfillment: presentOrder(row.fulfillment) } : {}),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** With the URL of the claim page, for answers that are not stored. */
export const showRedemption = (row: RedemptionRow): Redemption => withClaimUrl(presentRedemption(row), row.fulfillment);

const presentTime = (at: Date | null): string | null => at && at.toISOString();

export function presentReversal(row: ReversalRow): ReversalResource {
  return {
    id: row.id,
    redemption_id: row.redemption_id,
    amount: formatAmount(amountOf(row.amount), row.scale),
    quantity: row.quantity,
    reason: row.reason,
    journal_entry_id: row.journal_entry_id,
    created_at: row.created_at.toISOString(),
  };
}
