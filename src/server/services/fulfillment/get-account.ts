/** Reads one account with a gift-card provider, or the organization's accounts a page at a time. */
import type { ListFulfillmentAccounts } from '@/contract/fulfillment';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findFulfillmentAccount,
  findFulfillmentAccountForUpdate,
  listFulfillmentAccountRows,
  type FulfillmentAccountRow,
} from '@/server/db/repositories/rewards/fulfillment-accounts';
import type { Tx } from '@/server/db/transaction';

type Param = 'id' | 'fulfillment_account_id';

/** @param param the request field that named it. @throws DomainError not_found. */
export async function getAccount(ctx: Ctx, id: string, param: Param = 'id'): Promise<FulfillmentAccountRow> {
  return (await findFulfillmentAccount(ctx.organization.id, id)) ?? unknownAccount(param);
}

/** The account, locked until the transaction ends. @throws DomainError not_found. */
export async function getAccountForUpdate(ctx: Ctx, tx: Tx, id: string, param: Param = 'id'): Promise<FulfillmentAccountRow> {
  return (await findFulfillmentAccountForUpdate(tx, ctx.organization.id, id)) ?? unknownAccount(param);
}

/** @throws DomainError invalid_status. */
export function assertAccountActive({ status }: Pick<FulfillmentAccountRow, 'status'>, param: Param = 'id'): void {
  if (status !== 'ACTIVE') throw new DomainError('invalid_status', 'The fulfillment account is archived; use another.', { param });
}

export const listAccounts = (ctx: Ctx, query: ListFulfillmentAccounts): Promise<KeysetPage<FulfillmentAccountRow>> =>
  listFulfillmentAccountRows(ctx.organization.id, query);

function unknownAccount(param: Param): never {
  throw new DomainError('not_found', 'There is no such fulfillment account in your organization.', { param });
}
