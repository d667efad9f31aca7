/** Reads and writes the imports of codes: a file, how far it is, and the lines that were refused. */
import { REFUSALS_KEPT, type CodeImportStatus, type RefusedLine } from '@/domain/codes/import';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { CodeImportRefusal } from '@/server/db/generated/client';
import { equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { listing, type Listing } from '@/server/db/listing';
import { statement, type Tx } from '@/server/db/transaction';

export interface CodeImportRow {
  readonly id: string;
  readonly batch_id: string;
  readonly file_name: string | null;
  readonly status: CodeImportStatus;
  readonly lines: number;
  readonly added: number;
  readonly refused: number;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly completed_at: Date | null;
}

export interface CodeImportKey {
  readonly id: string;
  readonly organizationId: string;
}

const COLUMNS =
  'i.id, i.batch_id, i.file_name, i.status, i.lines, i.added, i.refused, i.error_code, i.error_message, i.created_at, i.updated_at, i.completed_at';

/** @param received_until the real time at which a file that has not come to its end is given up. */
export async function insertCodeImport(
  { id, organizationId }: CodeImportKey,
  made: { readonly batch_id: string; readonly file_name: string | null; readonly received_until: Date; readonly now: Date },
): Promise<void> {
  await statement(
    `INSERT INTO code_imports (id, organization_id, batch_id, file_name, received_until, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6)`,
    [id, organizationId, made.batch_id, made.file_name, made.received_until, made.now],
  );
}

/** Deletes an import whose file was not received, or had been received before. */
export async function discardCodeImport({ id, organizationId }: CodeImportKey): Promise<void> {
  await statement(`DELETE FROM code_imports WHERE organization_id = $1 AND id = $2 AND status = 'RECEIVING'`, [organizationId, id]);
}

/** Lets the workers begin with a file that is there. @returns false when it was given up meanwhile. */
export async function openCodeImport(
  tx: Tx,
  { id, organizationId }: CodeImportKey,
  { lines, refused }: { readonly lines: number; readonly refused: number },
  now: Date,
): Promise<boolean> {
  const opened = await tx.query(
    `UPDATE code_imports SET status = 'RUNNING', received_until = NULL, lines = $3, refused = $4, updated_at = $5
     WHERE organization_id = $1 AND id = $2 AND status = 'RECEIVING' RETURNING 1 AS opened`,
    [organizationId, id, lines, refused, now],
  );
  return opened.length > 0;
}

const REFUSALS: Columns<CodeImportRefusal, RefusedLine, 'organization_id' | 'import_id'> = {
  line: ['int', ({ line }) => line],
  code: ['text', ({ code }) => code],
  reason: ['text', ({ reason }) => reason],
};

/** Keeps as many as there is room for. @param before how many lines of the file were refused before these. */
export async function insertRefusals(
  tx: Pick<Tx, 'query'>,
  { id, organizationId }: CodeImportKey,
  refusals: readonly RefusedLine[],
  before: number,
): Promise<void> {
  const kept = refusals.slice(0, Math.max(0, REFUSALS_KEPT - before));
  if (kept.length === 0) return;
  await tx.query(
    `INSERT INTO code_import_refusals (organization_id, import_id, ${namesOf(REFUSALS)}) SELECT $1, $2, * FROM ${rowsOf(REFUSALS, 3)}`,
    [organizationId, id, ...arraysOf(REFUSALS, kept)],
  );
}

export async function findCodeImport(organizationId: string, id: string): Promise<CodeImportRow | null> {
  const [row] = await statement<CodeImportRow>(`SELECT ${COLUMNS} FROM code_imports i WHERE i.organization_id = $1 AND i.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

/** Waits for a part that is being added. @returns null when it does not run. */
export async function cancelCodeImportRow(tx: Tx, { id, organizationId }: CodeImportKey, now: Date): Promise<CodeImportRow | null> {
  const [row] = await tx.query<CodeImportRow>(
    `UPDATE code_imports i SET status = 'CANCELLED', completed_at = $3, updated_at = $3
     WHERE i.organization_id = $1 AND i.id = $2 AND i.status = 'RUNNING' RETURNING ${COLUMNS}`,
    [organizationId, id, now],
  );
  if (row) await deleteParts(tx, { id, organizationId });
  return row ?? null;
}

/** What is not added of a file that has ended. */
export async function deleteParts(tx: Tx, { id, organizationId }: CodeImportKey): Promise<void> {
  await tx.query('DELETE FROM code_import_parts WHERE organization_id = $1 AND import_id = $2', [organizationId, id]);
}

const IMPORTS: KeysetList<'created_at'> = {
  name: 'code-imports',
  select: { columns: COLUMNS, from: 'code_imports i' },
  sorts: { created_at: [{ sql: 'i.created_at', type: 'timestamptz' }] },
  id: { sql: 'i.id', type: 'uuid' },
};

export const listCodeImportRows = (
  organizationId: string,
  query: PageRequest<'created_at'> & { batch_id: string },
): Promise<KeysetPage<CodeImportRow>> =>
  keysetPage<CodeImportRow, 'created_at'>(IMPORTS, {
    organizationId,
    query: { ...query },
    where: [equals('i.organization_id', organizationId), equals('i.batch_id', query.batch_id)],
  });

const REFUSED: KeysetList<'line'> = {
  name: 'code-import-refusals',
  select: { columns: 'r.line, r.code, r.reason', from: 'code_import_refusals r' },
  sorts: { line: [{ sql: 'r.line', type: 'integer' }] },
  id: { sql: 'r.line', type: 'integer' },
};

export const listRefusalRows = (organizationId: string, query: PageRequest<'line'> & { id: string }): Listing<RefusedLine> =>
  listing<RefusedLine, 'line'>(REFUSED, {
    organizationId,
    query: { ...query },
    where: [equals('r.organization_id', organizationId), equals('r.import_id', query.id)],
  });
