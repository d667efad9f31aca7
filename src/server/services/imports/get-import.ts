/** Reads, lists and cancels imports, and lists their errors. */
import { IMPORT_ERRORS_SHOWN, type ListImportErrors, type ListImports } from '@/contract/import';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import {
  cancelImportRow,
  findImport,
  listImportErrorRows,
  listImportRows,
  type ImportErrorRow,
  type ImportRow,
} from '@/server/db/repositories/people/imports';
import { wake } from '@/server/platform/wake';

export interface ImportWithErrors extends ImportRow {
  /** The first errors, by line. */
  readonly errors: readonly ImportErrorRow[];
}

/** @throws DomainError not_found. */
export async function getImport(ctx: Ctx, id: string): Promise<ImportWithErrors> {
  return withErrors(ctx, (await findImport(ctx.organization.id, id)) ?? unknownImport());
}

export const listImports = (ctx: Ctx, query: ListImports): Promise<KeysetPage<ImportRow>> => listImportRows(ctx.organization.id, query);

/** @throws DomainError not_found. */
export async function listImportErrors(ctx: Ctx, query: ListImportErrors): Promise<KeysetPage<ImportErrorRow>> {
  if (!(await findImport(ctx.organization.id, query.id))) unknownImport();
  return listImportErrorRows(ctx.organization.id, query);
}

/** Rows already applied stay. Cancelling again changes nothing. @throws DomainError not_found, invalid_status when it has ended. */
export async function cancelImport(ctx: Ctx, id: string): Promise<ImportWithErrors> {
  const cancelled = await cancelImportRow(ctx.organization.id, id, ctx.clock.now());
  if (cancelled) wake('run-imports');
  const found = cancelled ?? (await findImport(ctx.organization.id, id)) ?? unknownImport();
  if (found.status === 'CANCELLED') return withErrors(ctx, found);
  const message =
    found.status === 'RECEIVING'
      ? 'The file is still being received; break its upload off instead.'
      : 'The import has ended already; there is nothing left to cancel.';
  throw new DomainError('invalid_status', message, { param: 'id', details: { status: found.status } });
}

async function withErrors(ctx: Ctx, row: ImportRow): Promise<ImportWithErrors> {
  const first = { id: row.id, limit: IMPORT_ERRORS_SHOWN, sort_by: 'line', sort_dir: 'asc' } as const;
  const { rows } = await listImportErrorRows(ctx.organization.id, first);
  return { ...row, errors: rows };
}

function unknownImport(): never {
  throw new DomainError('not_found', 'There is no such import in your organization.', { param: 'id' });
}
