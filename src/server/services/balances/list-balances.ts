/** The balances of a participant, a page at a time. */
import type { ListBalances } from '@/contract/balance';
import type { Ctx } from '@/server/context';
import type { KeysetPage } from '@/server/db/keyset';
import { listBalanceRows, type ScaledBalanceRow } from '@/server/db/repositories/balance-list';
import { participantId } from '@/server/services/participants/get-participant';

/** @throws DomainError not_found. */
export async function listBalances(ctx: Ctx, query: ListBalances): Promise<KeysetPage<ScaledBalanceRow>> {
  return listBalanceRows(ctx.organization.id, await participantId(ctx, query.id), query);
}
