/** Reads transfers of the organization or of one holder: one, or a page at a time. */
import type { ListActivityTransfers, ListTransfers } from '@/contract/transfer';
import { DomainError } from '@/domain/errors';
import type { Holder } from '@/domain/ledger/accounts';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { findTransfer, listTransferRows, type TransferRow } from '@/server/db/repositories/ledger/transfers';
import { autocommit } from '@/server/db/transaction';

/** @throws DomainError not_found. */
export async function getTransfer(ctx: Ctx, id: string): Promise<TransferRow> {
  const row = await findTransfer(autocommit, ctx.organization.id, id);
  if (!row) throw new DomainError('not_found', 'There is no such transfer in your organization.', { param: 'id' });
  return row;
}

/** With both a participant and a group, lists the transfers between them. */
export function listTransfers(ctx: Ctx, { participant_id, group_id, ...query }: ListTransfers): Promise<KeysetPage<TransferRow>> {
  const participant: Holder[] = participant_id === undefined ? [] : [{ type: 'PARTICIPANT', id: participant_id }];
  const group: Holder[] = group_id === undefined ? [] : [{ type: 'GROUP', id: group_id }];
  return listTransferRows(ctx.organization.id, [...participant, ...group], query);
}

/** The transfers that one participant or group sent or received. */
export const listHolderTransfers = (ctx: Ctx, holder: Holder, query: Omit<ListActivityTransfers, 'id'>): Promise<KeysetPage<TransferRow>> =>
  listTransferRows(ctx.organization.id, [holder], query);
