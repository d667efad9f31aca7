/** Lists a holder's lots a page at a time, with how much of them is spendable. */
import type { LotPage } from '@/contract/balance';
import { DomainError } from '@/domain/errors';
import type { Holder } from '@/domain/ledger/accounts';
import { Amount, amountOf, formatAmount, ZERO } from '@/domain/money';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { findAsset } from '@/server/db/repositories/programs/assets';
import { listLotRows, sumAvailability, type AvailabilityRow, type LotListRow, type LotsQuery } from '@/server/db/repositories/ledger/lots';

/** @throws DomainError invalid_filter (an asset that is not kept in lots). */
export async function listLots(
  ctx: Ctx,
  holder: Holder,
  query: LotsQuery,
): Promise<{ page: KeysetPage<LotListRow>; availability: LotPage['availability'] }> {
  await assertInLots(ctx, query.asset_id);
  const page = await listLotRows(ctx.organization.id, holder, query);
  return { page, availability: availabilityOf(await sumAvailability(ctx.organization.id, holder, query)) };
}

const NOTHING: AvailabilityRow = { gross: '0', available: '0', scale: 0 };

/** Amounts of different assets have no total, so there is none. */
function availabilityOf(assets: readonly AvailabilityRow[]): LotPage['availability'] {
  const [{ gross, available, scale } = NOTHING, ...others] = assets;
  if (others.length > 0) return null;
  const ledger = amountOf(available);
  return {
    gross_available_lot_total: formatAmount(amountOf(gross), scale),
    ledger_available_balance: formatAmount(ledger, scale),
    overdraft_offset: formatAmount(amountOf(gross).minus(ledger), scale),
    spendable_available: formatAmount(Amount.max(ledger, ZERO), scale),
  };
}

async function assertInLots(ctx: Ctx, assetId: string | undefined): Promise<void> {
  const asset = assetId === undefined ? null : await findAsset(ctx.organization.id, assetId);
  if (asset?.inventory_mode !== 'SIMPLE') return;
  throw new DomainError('invalid_filter', `${asset.symbol} is not kept in lots; choose a LOT asset, or leave \`asset_id\` out.`, {
    param: 'asset_id',
  });
}
