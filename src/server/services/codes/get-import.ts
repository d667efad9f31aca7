/** Reads, lists and cancels imports of codes, and lists the lines that they refused. */
import type { ListCodeImports, ListRefusedLines } from '@/contract/code-import';
import type { RefusedLine } from '@/domain/codes/import';
import { DomainError } from '@/domain/errors';
import type { KeysetPage } from '@/server/db/keyset';
import type { Listing } from '@/server/db/listing';
import {
  cancelCodeImportRow,
  findCodeImport,
  listCodeImportRows,
  listRefusalRows,
  type CodeImportRow,
} from '@/server/db/repositories/codes/code-imports';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { getCodeBatch } from './get-batch';

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
