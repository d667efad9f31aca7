/** Creates an asset, linked at once to the programs it names. */
import type { CreateAsset } from '@/contract/asset';
import { parseCeiling } from '@/domain/assets';
import { DomainError } from '@/domain/errors';
import { formatAmount } from '@/domain/money';
import { assertProgramMayChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import { insertAsset, type AssetRecord } from '@/server/db/repositories/programs/assets';
import { findProgramForUpdate, linkProgramAsset } from '@/server/db/repositories/programs/programs';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';

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
