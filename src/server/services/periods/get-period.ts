/** Reads and lists periods, and the figures they were closed with. */
import type { ListLedgerPeriods, PeriodFiguresQuery } from '@/contract/ledger-period';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/context';
import type { KeysetPage } from '@/server/db/keyset';
import { findPeriod, listPeriodRows, type LedgerPeriodRow } from '@/server/db/repositories/ledger-periods';
import { balanceRows, figureRows, type BalancesRow, type FiguresRow } from '@/server/db/repositories/period-books';

export const noSuchPeriod = (): DomainError =>
  new DomainError('not_found', 'There is no closed period with this id in your organization.', { param: 'id' });

export const listPeriods = (ctx: Ctx, query: ListLedgerPeriods): Promise<KeysetPage<LedgerPeriodRow>> =>
  listPeriodRows(ctx.organization.id, query);

/** @throws DomainError not_found. */
export async function getPeriod(ctx: Ctx, id: string): Promise<LedgerPeriodRow> {
  const found = await findPeriod(ctx.organization.id, id);
  if (!found) throw noSuchPeriod();
  return found;
}

const scopeOf = ({ program_id = null, asset_id = null }: { program_id?: string | null; asset_id?: string | null }) => ({
  programId: program_id,
  assetId: asset_id,
});

/** Empty while the period is CLOSING. @throws DomainError not_found. */
export async function periodFigures(ctx: Ctx, query: PeriodFiguresQuery): Promise<FiguresRow[]> {
  const { id } = await getPeriod(ctx, query.id);
  return figureRows(ctx.organization.id, id, scopeOf(query));
}

/** Empty while the period is CLOSING. @throws DomainError not_found. */
export async function periodBalances(ctx: Ctx, query: PeriodFiguresQuery): Promise<BalancesRow[]> {
  const { id } = await getPeriod(ctx, query.id);
  return balanceRows(ctx.organization.id, id, scopeOf(query));
}
