/**
 * Gives batches their unique codes: generated in the background, a chunk at a time, or made elsewhere and sent. A chunk is stored together with how many there
 * are now, so that a process that dies leaves a batch that the next one goes on with, and no code is added twice.
 */
import { randomBytes } from 'node:crypto';
import type { AddCodes } from '@/contract/code-batch';
import { present } from '@/domain/assert';
import { makeCodes } from '@/domain/codes/generate';
import { MAX_CODES_OF_BATCH } from '@/domain/codes/kinds';
import { canBeCode, normalizedCode } from '@/domain/codes/text';
import { DomainError } from '@/domain/errors';
import { updateCodeBatchRow, type CodeBatchRow } from '@/server/db/repositories/codes/code-batches';
import { batchesToMake, claimBatchToMake, insertCodes, recordMade } from '@/server/db/repositories/codes/generation';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { getCodeBatchForUpdate } from './batches';

const CHUNK = 5_000;
/** How long one run works on a batch before others have their turn. */
const SLICE_MS = 2_000;

export async function generateCodes({ clock, limit, signal }: JobRun): Promise<JobOutcome> {
  let performed = 0;
  for (const { organization_id, id, clock_offset_ms } of await batchesToMake(limit)) {
    const began = performance.now();
    while (!signal.aborted && performance.now() - began < SLICE_MS) {
      const now = new Date(clock.now().getTime() + clock_offset_ms);
      if (!(await makeChunk(organization_id, id, now))) break;
      performed += 1;
    }
  }
  return { performed, more: performed > 0 };
}

/** @returns whether it made any: none are made of a batch that is complete, or that somebody else is at. */
function makeChunk(organizationId: string, id: string, now: Date): Promise<boolean> {
  return withTransaction(async (tx) => {
    const batch = await claimBatchToMake(tx, organizationId, id);
    if (!batch) return false;
    const shape = { prefix: batch.prefix, length: present(batch.length, 'a batch whose codes are made has their length') };
    const codes = makeCodes(shape, Math.min(CHUNK, batch.wanted - batch.made), randomBytes);
    const stored = await insertCodes(tx, organizationId, batch, codes, now);
    const made = batch.made + stored.length;
    await recordMade(tx, organizationId, id, { made, isDone: made === batch.wanted, now });
    return true;
  });
}

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
