/** Lists what a program can still issue of each linked asset, a page at a time. */
import type { ListWalletBalances } from '@/contract/balance';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { listWalletRows, type WalletBalanceRow } from '@/server/db/repositories/ledger/balance-list';
import { getProgram } from '@/server/services/programs/get-program';

/** @throws DomainError not_found. */
export async function listWalletBalances(ctx: Ctx, query: ListWalletBalances): Promise<KeysetPage<WalletBalanceRow>> {
  await getProgram(ctx, query.id);
  return listWalletRows(ctx.organization.id, query);
}
