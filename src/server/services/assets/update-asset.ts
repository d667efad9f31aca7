/** Renames an asset, changes its ceiling or archives it; its other settings never change. */
import type { UpdateAsset } from '@/contract/asset';
import { applyAssetChange } from '@/domain/assets';
import type { Ctx } from '@/server/platform/context';
import { updateAssetRow, type AssetRecord } from '@/server/db/repositories/programs/assets';
import { withTransaction } from '@/server/db/transaction';
import { getAssetForUpdate } from './get-asset';

/** @throws DomainError asset_not_found, asset_archived, invalid_status, max_transaction_amount_out_of_range. */
export function updateAsset(ctx: Ctx, { id, ...change }: UpdateAsset): Promise<AssetRecord> {
  return withTransaction(async (tx) => {
    const asset = await getAssetForUpdate(ctx, tx, id, 'id');
    const changed = applyAssetChange(asset, change, ctx.clock.now());
    if (changed !== asset) await updateAssetRow(tx, ctx.organization.id, changed);
    return changed;
  });
}
