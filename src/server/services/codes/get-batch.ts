/** Reads batches of codes: one, or a page at a time. */
import type { ListCodeBatches } from '@/contract/code-batch';
import { DomainError } from '@/domain/errors';
import { findCodeBatch, findCodeBatchForUpdate, listCodeBatchRows, type CodeBatchRow } from '@/server/db/repositories/codes/code-batches';
import type { KeysetPage } from '@/server/db/keyset';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';

/** @throws DomainError not_found. @param param the field that names the batch. */
export const getCodeBatch = async (ctx: Ctx, id: string, param = 'id'): Promise<CodeBatchRow> =>
  (await findCodeBatch(ctx.organization.id, id)) ?? unknownBatch(param);

/** Locked until the transaction ends. @throws DomainError not_found. */
export const getCodeBatchForUpdate = async (ctx: Ctx, tx: Tx, id: string): Promise<CodeBatchRow> =>
  (await findCodeBatchForUpdate(tx, ctx.organization.id, id)) ?? unknownBatch('id');

export const listCodeBatches = (ctx: Ctx, query: ListCodeBatches): Promise<KeysetPage<CodeBatchRow>> =>
  listCodeBatchRows(ctx.organization.id, query);

function unknownBatch(param: string): never {
  throw new DomainError('not_found', 'There is no such batch of codes in your organization.', { param });
}
