/** Changes, pauses and archives batches of codes, and gives those their first codes that have none. */
import type { UpdateCodeBatch } from '@/contract/code-batch';
import { changesNothingArchived } from '@/domain/archiving';
import { assertBatchMove, assertBatchSound, assertTakesFirstCodes } from '@/domain/codes/batch';
import { normalizedCode } from '@/domain/codes/text';
import { DomainError } from '@/domain/errors';
import { updateCodeBatchRow, type CodeBatchRow } from '@/server/db/repositories/codes/code-batches';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { wake } from '@/server/platform/wake';
import { timeOf } from '@/server/services/rewards/create-reward';
import { insertShared } from './create-batch';
import { getCodeBatchForUpdate } from './get-batch';

/** @throws DomainError not_found, invalid_status, invalid_request, key_exists (code), validation_error. */
export function updateCodeBatch(ctx: Ctx, { id, code, count, ...change }: UpdateCodeBatch): Promise<CodeBatchRow> {
  return withTransaction(async (tx) => {
    const row = await getCodeBatchForUpdate(ctx, tx, id);
    const changed = withFirstCodes(changedCodeBatch(row, change, ctx.clock.now()), { code, count });
    if (changed === row) return row;
    await updateCodeBatchRow(tx, ctx.organization.id, changed);
    if (code !== undefined) await insertShared(tx, ctx.organization.id, changed, normalizedCode(code), changed.updated_at);
    if (count !== undefined) tx.afterCommit(() => wake('generate-codes'));
    return changed;
  });
}

/** The batch once it has its first codes, or has to make them. @throws DomainError invalid_request, invalid_status, validation_error. */
function withFirstCodes(batch: CodeBatchRow, { code, count }: Pick<UpdateCodeBatch, 'code' | 'count'>): CodeBatchRow {
  if (code === undefined && count === undefined) return batch;
  assertTakesFirstCodes(batch, { code, count });
  if (count === undefined) return { ...batch, wanted: 1, made: 1 };
  const changed: CodeBatchRow = { ...batch, status: 'GENERATING', wanted: count };
  assertBatchSound(changed);
  return changed;
}

/** Archives a batch: its codes can no longer be used. @throws DomainError not_found. */
export async function archiveCodeBatch(ctx: Ctx, id: string): Promise<void> {
  await updateCodeBatch(ctx, { id, status: 'ARCHIVED' });
}

/** The very same row where an archived one is asked to stay so. @throws DomainError invalid_status, validation_error. */
export function changedCodeBatch(row: CodeBatchRow, change: Omit<UpdateCodeBatch, 'id' | 'code' | 'count'>, now: Date): CodeBatchRow {
  if (row.status === 'ARCHIVED') {
    if (changesNothingArchived(change)) return row;
    throw new DomainError('invalid_status', 'The batch is archived and cannot be changed.', { param: 'id' });
  }
  const { active_from, active_to, ...fields } = change;
  if (change.status) assertBatchMove(row.status, change.status);
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const changed: CodeBatchRow = {
    ...row,
    ...given,
    ...(active_from === undefined ? {} : { active_from: timeOf(active_from) }),
    ...(active_to === undefined ? {} : { active_to: timeOf(active_to) }),
    updated_at: now,
    deleted_at: change.status === 'ARCHIVED' ? now : null,
  };
  assertBatchSound(changed);
  return changed;
}
