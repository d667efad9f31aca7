/** Lists the balances of a holder, now or as of a past instant, a page at a time. */
import type { ListBalances } from '@/contract/balance';
import type { Holder } from '@/domain/ledger/accounts';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { listBalanceRows, type ScaledBalanceRow } from '@/server/db/repositories/ledger/balance-list';
import { holderExistedAt } from '@/server/db/repositories/backtests/history';
import { instantAsked, notYetThere } from '@/server/services/point-in-time';

/** @throws DomainError invalid_parameter (`as_of` in the future), not_found (before the holder existed). */
export async function listBalances(ctx: Ctx, holder: Holder, query: Omit<ListBalances, 'id'>): Promise<KeysetPage<ScaledBalanceRow>> {
  const at = instantAsked(ctx, query.as_of);
  if (at && !(await holderExistedAt(ctx.organization.id, holder, at))) throw notYetThere();
  return listBalanceRows(ctx.organization.id, holder.id, query, at);
}
