/** Links assets to programs and unlinks them while no value has moved between the two. */
import type { ProgramAssetPath } from '@/contract/program';
import { assertAssetUsable } from '@/domain/assets';
import { DomainError } from '@/domain/errors';
import { assertProgramMayChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import { linkProgramAsset, unlinkProgramAsset, type ProgramRow } from '@/server/db/repositories/programs/programs';
import { withTransaction } from '@/server/db/transaction';
import { getAssetForUpdate } from '@/server/services/assets/get-asset';
import { getProgram, getProgramForUpdate } from './get-program';

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
