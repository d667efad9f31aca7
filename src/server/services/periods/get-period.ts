/** Reads and lists periods, and the figures they were closed with. */
import type { ListLedgerPeriods, PeriodFiguresQuery } from '@/contract/ledger-period';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import type { Listing } from '@/server/db/listing';
import { findPeriod, listPeriodRows, type LedgerPeriodRow } from '@/server/db/repositories/ledger/ledger-periods';
import { balanceRows, figureRows, type BalancesRow, type BooksScope, type FiguresRow } from '@/server/db/repositories/ledger/period-books';
import { reportRequest } from '@/server/services/reports/report-scope';

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

const scopeOf = ({ id, program_id, asset_id }: PeriodFiguresQuery): BooksScope => ({
  periodId: id,
  programId: program_id ?? null,
  assetId: asset_id ?? null,
});

/** Empty while the period is CLOSING. @throws DomainError not_found. */
export async function periodFigures(ctx: Ctx, query: PeriodFiguresQuery): Promise<Listing<FiguresRow>> {
  await getPeriod(ctx, query.id);
  return figureRows(scopeOf(query), reportRequest(ctx, query));
}

/** Empty while the period is CLOSING. @throws DomainError not_found. */
export async function periodBalances(ctx: Ctx, query: PeriodFiguresQuery): Promise<Listing<BalancesRow>> {
  await getPeriod(ctx, query.id);
  return balanceRows(scopeOf(query), reportRequest(ctx, query));
}
