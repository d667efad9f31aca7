/** Reads the organization's assets: one, several by id, or a page at a time. */
import type { ListAssets } from '@/contract/asset';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { findAsset, findAssetForUpdate, findAssets, listAssetRows, type AssetRecord } from '@/server/db/repositories/programs/assets';
import type { Tx } from '@/server/db/transaction';

/** @throws DomainError asset_not_found. */
export async function getAsset(ctx: Ctx, id: string): Promise<AssetRecord> {
  return (await findAsset(ctx.organization.id, id)) ?? unknownAsset('id');
}

/**
 * The asset, locked until the transaction ends.
 * @param param the request field that named it.
 * @throws DomainError asset_not_found.
 */
export async function getAssetForUpdate(ctx: Ctx, tx: Tx, id: string, param: 'id' | 'asset_id'): Promise<AssetRecord> {
  return (await findAssetForUpdate(tx, ctx.organization.id, id)) ?? unknownAsset(param);
}

export const listAssets = (ctx: Ctx, query: ListAssets): Promise<KeysetPage<AssetRecord>> => listAssetRows(ctx.organization.id, query);

/** The assets that exist, in the order requested, and the ids of those that do not; each id once. */
export async function lookupAssets(ctx: Ctx, ids: readonly string[]): Promise<{ found: AssetRecord[]; missing: string[] }> {
  const wanted = [...new Set(ids)];
  const byId = new Map((await findAssets(ctx.organization.id, wanted)).map((asset) => [asset.id, asset]));
  return { found: wanted.flatMap((id) => byId.get(id) ?? []), missing: wanted.filter((id) => !byId.has(id)) };
}

function unknownAsset(param: string): never {
  throw new DomainError('asset_not_found', 'There is no such asset in your organization.', { param });
}
