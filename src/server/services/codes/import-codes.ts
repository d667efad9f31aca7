/**
 * Adds the codes of files to their batches in the background, a part at a time: a part is stored and counted, and its refused lines are kept, in the
 * transaction that takes it from the queue, so that a process that dies leaves an import that the next one goes on with. Imports can be read, listed and
 * cancelled.
 */
import type { ListCodeImports, ListRefusedLines } from '@/contract/code-import';
import { present } from '@/domain/assert';
import { refusedOf, type RefusedLine } from '@/domain/codes/import';
import { DomainError, orRefusal } from '@/domain/errors';
import type { KeysetPage } from '@/server/db/keyset';
import type { Listing } from '@/server/db/listing';
import {
  cancelCodeImportRow,
  findCodeImport,
  listCodeImportRows,
  listRefusalRows,
  type CodeImportKey,
  type CodeImportRow,
} from '@/server/db/repositories/codes/code-imports';
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
import type { Ctx } from '@/server/platform/context';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { getCodeBatch } from './batches';
import { assertTakesCodes } from './generate-codes';

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

/** @throws DomainError not_found. */
export async function getCodeImport(ctx: Ctx, id: string): Promise<CodeImportRow> {
  const found = await findCodeImport(ctx.organization.id, id);
  if (!found) throw new DomainError('not_found', 'There is no such import of codes in your organization.', { param: 'id' });
  return found;
}

/** @throws DomainError not_found (batch). */
export async function listCodeImports(ctx: Ctx, query: ListCodeImports): Promise<KeysetPage<CodeImportRow>> {
  await getCodeBatch(ctx, query.batch_id, 'batch_id');
  return listCodeImportRows(ctx.organization.id, query);
}

/** @throws DomainError not_found. */
export async function listRefusedLines(ctx: Ctx, query: ListRefusedLines): Promise<Listing<RefusedLine>> {
  await getCodeImport(ctx, query.id);
  return listRefusalRows(ctx.organization.id, query);
}

/** Codes that are added stay. Cancelling again changes nothing. @throws DomainError not_found, invalid_status when it has ended or is not there whole. */
export async function cancelCodeImport(ctx: Ctx, id: string): Promise<CodeImportRow> {
  const key = { id, organizationId: ctx.organization.id };
  const found = (await withTransaction((tx) => cancelCodeImportRow(tx, key, ctx.clock.now()))) ?? (await getCodeImport(ctx, id));
  if (found.status === 'CANCELLED') return found;
  const message =
    found.status === 'RECEIVING'
      ? 'The file is still being received; break its upload off instead.'
      : 'The import has ended already; there is nothing left to cancel.';
  throw new DomainError('invalid_status', message, { param: 'id', details: { status: found.status } });
}
