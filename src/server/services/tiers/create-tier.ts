/** Creates an active tier; participants and groups that already qualify for a level are placed at once, in the background. */
import type { CreateTier } from '@/contract/tier';
import { assertProgramMayChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import { insertTier, type TierRow } from '@/server/db/repositories/programs/tiers';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { wake } from '@/server/platform/wake';
import { keptLevels, keptLifecycle } from './tier-content';

/** @throws DomainError not_found (program), program_archived, key_exists. */
export async function createTier(
  ctx: Ctx,
  tx: Tx,
  { id: programId, key, name, description, levels, lifecycle }: CreateTier,
): Promise<TierRow> {
  const now = ctx.clock.now();
  assertProgramMayChange((await getProgramForUpdate(ctx, tx, programId)).status, 'id');
  const row: TierRow = {
    id: newId(),
    program_id: programId,
    key,
    name,
    description: description ?? null,
    status: 'ACTIVE',
    levels: keptLevels(levels),
    lifecycle: lifecycle ? keptLifecycle(lifecycle) : null,
    due_at: now,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await insertTier(tx, ctx.organization.id, row);
  tx.afterCommit(() => wake('evaluate-tiers'));
  return row;
}
