/**
 * Makes the codes of batches in the background, a chunk at a time: each chunk is stored together with how many there are now, so that a process that
 * dies leaves a batch that the next one goes on with, and no code is made twice.
 */
import { randomBytes } from 'node:crypto';
import { present } from '@/domain/assert';
import { makeCodes } from '@/domain/codes/generate';
import { batchesToMake, claimBatchToMake, insertCodes, recordMade } from '@/server/db/repositories/codes/generation';
import { withTransaction } from '@/server/db/transaction';
import type { JobOutcome, JobRun } from '@/server/platform/job';

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
