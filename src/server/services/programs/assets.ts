/**
 * Creates, reads and changes assets, and links them to programs, which can be undone while no value has moved between the two. Name, ceiling and status can be
 * changed; an asset's other settings never.
 */
import type { CreateAsset, ListAssets, UpdateAsset } from '@/contract/asset';
import type { ProgramAssetPath } from '@/contract/program';
import { applyAssetChange, assertAssetUsable, parseCeiling } from '@/domain/assets';
import { DomainError } from '@/domain/errors';
import { formatAmount } from '@/domain/money';
import { assertProgramMayChange } from '@/domain/programs';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findAsset,
  findAssetForUpdate,
  findAssets,
  insertAsset,
  listAssetRows,
  updateAssetRow,
  type AssetRecord,
} from '@/server/db/repositories/programs/assets';
import { findProgramForUpdate, linkProgramAsset, unlinkProgramAsset, type ProgramRow } from '@/server/db/repositories/programs/programs';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { getProgram, getProgramForUpdate } from './programs';

/** @throws DomainError key_exists (symbol), max_transaction_amount_out_of_range, not_found and program_archived (programs to link). */
export async function createAsset(ctx: Ctx, tx: Tx, command: CreateAsset): Promise<AssetRecord> {
  const now = ctx.clock.now();
  const { scale, max_transaction_amount: ceiling } = command;
  const asset: AssetRecord = {
    id: newId(),
    name: command.name,
    symbol: command.symbol,
    scale,
    inventory_mode: command.inventory_mode,
    issuance_policy: command.issuance_policy,
    max_transaction_amount: ceiling == null ? null : formatAmount(parseCeiling(ceiling, scale), scale),
    status: 'ACTIVE',
    program_ids: [...new Set(command.program_ids)].sort(),
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await insertAsset(tx, ctx.organization.id, asset);
  for (const programId of asset.program_ids) await link(ctx, tx, programId, asset.id);
  return asset;
}

async function link(ctx: Ctx, tx: Tx, programId: string, assetId: string): Promise<void> {
  const program = await findProgramForUpdate(tx, ctx.organization.id, programId);
  if (!program) throw new DomainError('not_found', `There is no program ${programId} in your organization.`, { param: 'program_ids' });
  assertProgramMayChange(program.status, 'program_ids');
  await linkProgramAsset(tx, ctx.organization.id, programId, assetId, ctx.clock.now());
}

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

/** @throws DomainError asset_not_found, asset_archived, invalid_status, max_transaction_amount_out_of_range. */
export function updateAsset(ctx: Ctx, { id, ...change }: UpdateAsset): Promise<AssetRecord> {
  return withTransaction(async (tx) => {
    const asset = await getAssetForUpdate(ctx, tx, id, 'id');
    const changed = applyAssetChange(asset, change, ctx.clock.now());
    if (changed !== asset) await updateAssetRow(tx, ctx.organization.id, changed);
    return changed;
  });
}

/** @throws DomainError not_found, asset_not_found, program_archived, asset_archived. */
export async function linkAsset(ctx: Ctx, { id, asset_id }: ProgramAssetPath): Promise<ProgramRow> {
  await withTransaction(async (tx) => {
    assertProgramMayChange((await getProgramForUpdate(ctx, tx, id)).status, 'id');
    assertAssetUsable((await getAssetForUpdate(ctx, tx, asset_id, 'asset_id')).status);
    await linkProgramAsset(tx, ctx.organization.id, id, asset_id, ctx.clock.now());
  });
  return getProgram(ctx, id);
}

/** @throws DomainError not_found, program_archived, asset_in_use. */
export function unlinkAsset(ctx: Ctx, { id, asset_id }: ProgramAssetPath): Promise<void> {
  return withTransaction(async (tx) => {
    assertProgramMayChange((await getProgramForUpdate(ctx, tx, id)).status, 'id');
    const unlinked = await unlinkProgramAsset(tx, ctx.organization.id, id, asset_id);
    if (!unlinked) throw new DomainError('not_found', 'The asset is not linked to the program.', { param: 'asset_id' });
  });
}
