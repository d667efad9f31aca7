/**
 * Adds the codes of files to their batches in the background, a part at a time: a part is stored and counted, and its refused lines are kept, in the
 * transaction that takes it from the queue, so that a process that dies leaves an import that the next one goes on with.
 */
import { present } from '@/domain/assert';
import { refusedOf } from '@/domain/codes/import';
import { DomainError, orRefusal } from '@/domain/errors';
import type { CodeImportKey } from '@/server/db/repositories/codes/code-imports';
import { insertCodes } from '@/server/db/repositories/codes/generation';
import {
  claimCodeImport,
  endCodeImport,
  giveUpReceiving,
  importsToRun,
  lockFillingBatch,
  recordPart,
  takePart,
} from '@/server/db/repositories/codes/import-queue';
import { withTransaction } from '@/server/db/transaction';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { assertTakesCodes } from './add-codes';

/** How long one run works on a file before others have their turn. */
const SLICE_MS = 2_000;

export async function runCodeImports({ clock, limit, signal }: JobRun): Promise<JobOutcome> {
  await giveUpReceiving(clock.now());
  let performed = 0;
  for (const { organization_id: organizationId, id, clock_offset_ms } of await importsToRun(limit)) {
    const began = performance.now();
    while (!signal.aborted && performance.now() - began < SLICE_MS) {
      if (!(await addPart({ id, organizationId }, new Date(clock.now().getTime() + clock_offset_ms)))) break;
      performed += 1;
    }
  }
  return { performed, more: performed > 0 };
}

/** @returns whether there may be more of the file to add. */
function addPart(key: CodeImportKey, now: Date): Promise<boolean> {
  return withTransaction(async (tx) => {
    const claimed = await claimCodeImport(tx, key);
    if (!claimed) return false;
    const lines = await takePart(tx, key);
    if (!lines) {
      await endCodeImport(tx, key, null, now);
      return false;
    }
    const batch = present(await lockFillingBatch(tx, key.organizationId, claimed.batch_id), 'a batch is archived, not deleted');
    const refusal = orRefusal(() => assertTakesCodes(batch, lines.length));
    if (refusal instanceof DomainError) {
      await endCodeImport(tx, key, refusal, now);
      return false;
    }
    const distinct = [...new Set(lines.map(({ code }) => code))];
    const stored = new Set(await insertCodes(tx, key.organizationId, batch, distinct, now));
    const refused = refusedOf(lines, stored);
    await recordPart(tx, { key, batch, before: claimed.refused, added: stored.size, refused, now });
    return true;
  });
}
