/** Reads and writes imports: their parameters, their progress, and the rows with errors. */
import type { StateOrigin } from '@/domain/participants/state';
import { equals, keysetPage, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement, type Tx } from '@/server/db/transaction';

type ImportStatus = 'RECEIVING' | 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
export type ImportPhase = 'CHECKING' | 'APPLYING';

export interface ImportRow {
  readonly id: string;
  readonly program_id: string;
  readonly status: ImportStatus;
  readonly phase: ImportPhase | null;
  readonly dry_run: boolean;
  readonly on_error: 'SKIP' | 'STOP';
  readonly file_name: string | null;
  readonly row_count: number;
  readonly processed: number;
  readonly failed: number;
  readonly error_count: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly credited: number;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly completed_at: Date | null;
}

/** Identifies an import. */
export interface ImportKey {
  readonly id: string;
  readonly organizationId: string;
}

export interface ImportErrorRow {
  readonly line: number;
  /** Empty: the row as a whole. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

const COLUMNS = `i.id, i.program_id, i.status, i.phase, i.dry_run, i.on_error, i.file_name, i.row_count, i.processed, i.failed, i.error_count,
  i.created, i.updated, i.unchanged, i.credited, i.error_code, i.error_message, i.created_at, i.updated_at, i.completed_at`;

interface NewImport {
  readonly id: string;
  readonly programId: string;
  readonly dryRun: boolean;
  readonly onError: 'SKIP' | 'STOP';
  readonly fileName: string | null;
  readonly origin: StateOrigin;
  readonly requestId: string;
  readonly now: Date;
}

/** @param receivedUntil the real time after which an unfinished upload is abandoned. */
export async function insertImport(organizationId: string, made: NewImport, receivedUntil: Date): Promise<void> {
  await statement(
    `INSERT INTO imports (id, organization_id, program_id, dry_run, on_error, file_name, origin, request_id, lease_until, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [
      made.id,
      organizationId,
      made.programId,
      made.dryRun,
      made.onError,
      made.fileName,
      JSON.stringify(made.origin),
      made.requestId,
      receivedUntil,
      made.now,
    ],
  );
}

/** What was received of a file. */
export interface Received {
  readonly rows: number;
  readonly failed: number;
  readonly errors: number;
}

/** @param lease the lease of a worker that continues with it at once; null: it waits for its turn. */
export async function openImport(
  tx: Tx,
  { id, organizationId }: ImportKey,
  received: Received,
  lease: { token: string; until: Date } | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE imports SET status = CASE WHEN $5::uuid IS NULL THEN 'QUEUED' ELSE 'RUNNING' END, row_count = $2, failed = $3, processed = $3, error_count = $4,
       lease_token = $5, lease_until = $6, updated_at = $7
     WHERE organization_id = $8 AND id = $1 AND status = 'RECEIVING'`,
    [id, received.rows, received.failed, received.errors, lease?.token ?? null, lease?.until ?? null, now, organizationId],
  );
}

/** Deletes an import whose file was not received, or had been received before. */
export async function discardImport({ id, organizationId }: ImportKey): Promise<void> {
  await statement(`DELETE FROM imports WHERE organization_id = $1 AND id = $2 AND status = 'RECEIVING'`, [organizationId, id]);
}

export async function findImport(organizationId: string, id: string): Promise<ImportRow | null> {
  const [row] = await statement<ImportRow>(`SELECT ${COLUMNS} FROM imports i WHERE i.organization_id = $1 AND i.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

/** Null when it has ended or does not exist. @param now on the organization's clock. */
export async function cancelImportRow(organizationId: string, id: string, now: Date): Promise<ImportRow | null> {
  const [row] = await statement<ImportRow>(
    `UPDATE imports i SET status = 'CANCELLED', completed_at = $3, updated_at = $3, lease_token = NULL, lease_until = NULL
     WHERE i.organization_id = $1 AND i.id = $2 AND i.status IN ('QUEUED', 'RUNNING') RETURNING ${COLUMNS}`,
    [organizationId, id, now],
  );
  return row ?? null;
}

const IMPORTS: KeysetList<'created_at'> = {
  name: 'imports',
  select: { columns: COLUMNS, from: 'imports i' },
  sorts: { created_at: [{ sql: 'i.created_at', type: 'timestamptz' }] },
  id: { sql: 'i.id', type: 'uuid' },
};

interface ImportsQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  program_id?: string | undefined;
  status?: ImportStatus | undefined;
}

export const listImportRows = (organizationId: string, query: ImportsQuery): Promise<KeysetPage<ImportRow>> =>
  keysetPage<ImportRow, 'created_at'>(IMPORTS, {
    organizationId,
    query: { ...query },
    where: [
      equals('i.organization_id', organizationId),
      ...within('i.created_at', query.from, query.to),
      ...(query.program_id === undefined ? [] : [equals('i.program_id', query.program_id)]),
      ...(query.status === undefined ? [] : [equals('i.status', query.status)]),
    ],
  });

const ERRORS: KeysetList<'line'> = {
  name: 'import-errors',
  select: { columns: 'e.line, e.field, e.code, e.message', from: 'import_errors e' },
  sorts: { line: [{ sql: 'e.line', type: 'integer' }] },
  id: { sql: 'e.field', type: 'text' },
};

export const listImportErrorRows = (
  organizationId: string,
  query: PageRequest<'line'> & { id: string },
): Promise<KeysetPage<ImportErrorRow>> =>
  keysetPage<ImportErrorRow, 'line'>(ERRORS, {
    organizationId,
    query: { ...query },
    where: [equals('e.organization_id', organizationId), equals('e.import_id', query.id)],
  });
