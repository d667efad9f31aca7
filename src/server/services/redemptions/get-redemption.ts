/** Reads the organization's redemptions, one or a page at a time, and the reversals of one. */
import type { ListParticipantRedemptions, ListRedemptions, ListReversals } from '@/contract/redemption';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
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
import { participantId } from '@/server/services/participants/get-participant';

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
