/** Adds codes that were made elsewhere to a batch: each once, however often it is sent. */
import type { AddCodes } from '@/contract/code-batch';
import { MAX_CODES_OF_BATCH } from '@/domain/codes/kinds';
import { canBeCode, normalizedCode } from '@/domain/codes/text';
import { DomainError } from '@/domain/errors';
import { updateCodeBatchRow, type CodeBatchRow } from '@/server/db/repositories/codes/code-batches';
import { insertCodes } from '@/server/db/repositories/codes/generation';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { getCodeBatchForUpdate } from './get-batch';

export interface CodesAdded {
  readonly batch: CodeBatchRow;
  readonly added: number;
  readonly existing: readonly string[];
  readonly invalid: readonly string[];
}

/** @throws DomainError not_found, invalid_status, invalid_request. */
export function addCodes(ctx: Ctx, { id, codes }: AddCodes): Promise<CodesAdded> {
  const distinct = [...new Set(codes.map(normalizedCode))];
  const [sound, invalid] = [distinct.filter(canBeCode), distinct.filter((code) => !canBeCode(code))];
  return withTransaction(async (tx) => {
    const batch = await getCodeBatchForUpdate(ctx, tx, id);
    assertTakesCodes(batch, sound.length);
    const now = ctx.clock.now();
    const stored = new Set(await insertCodes(tx, ctx.organization.id, batch, sound, now));
    const count = batch.made + stored.size;
    const changed = stored.size === 0 ? batch : { ...batch, made: count, wanted: count, updated_at: now };
    if (changed !== batch) await updateCodeBatchRow(tx, ctx.organization.id, changed);
    return { batch: changed, added: stored.size, existing: sound.filter((code) => !stored.has(code)), invalid };
  });
}

/** @param param the field that names the batch. @throws DomainError invalid_request, invalid_status. */
export function assertTakesCodes(
  { kind, status, made }: Pick<CodeBatchRow, 'kind' | 'status' | 'made'>,
  count: number,
  param = 'id',
): void {
  if (kind !== 'IMPORTED')
    throw new DomainError('invalid_request', 'Only a batch of the kind IMPORTED takes codes that were made elsewhere.', { param });
  if (status === 'ARCHIVED') throw new DomainError('invalid_status', 'The batch is archived and takes no more codes.', { param });
  if (made + count > MAX_CODES_OF_BATCH)
    throw new DomainError('invalid_request', `A batch has at most ${MAX_CODES_OF_BATCH} codes; make another one.`, { param: 'codes' });
}
