/** Keeps what is still to be added of files of codes, and hands it out part by part. */
import type { CodeLine, RefusedLine } from '@/domain/codes/import';
import { firstOfEachOrganization } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';
import type { CodeBatchRow } from './code-batches';
import { deleteParts, insertRefusals, type CodeImportKey } from './code-imports';

export async function stagePart({ id, organizationId }: CodeImportKey, number: number, lines: readonly CodeLine[]): Promise<void> {
  await statement('INSERT INTO code_import_parts (organization_id, import_id, number, lines, codes) VALUES ($1, $2, $3, $4, $5)', [
    organizationId,
    id,
    number,
    lines.map(({ line }) => line),
    lines.map(({ code }) => code),
  ]);
}

/** The oldest import of each organization that runs. */
export const importsToRun = (limit: number): Promise<{ organization_id: string; id: string; clock_offset_ms: number }[]> =>
  statement(
    `SELECT w.organization_id, w.id, o.clock_offset_ms
     FROM ${firstOfEachOrganization('code_imports', 'q.created_at, q.id', `q.status = 'RUNNING'`, 'q.created_at, q.id')} w
     JOIN organizations o ON o.id = w.organization_id ORDER BY w.created_at, w.id LIMIT $1`,
    [limit],
  );

/** Deletes imports whose files never came to their end, as when the process died that received them. @param now real time. */
export async function giveUpReceiving(now: Date): Promise<void> {
  await statement(
    `DELETE FROM code_imports i USING ${firstOfEachOrganization('code_imports', 'q.received_until', `q.status = 'RECEIVING'`, 'q.received_until')} w
     WHERE i.organization_id = w.organization_id AND i.status = 'RECEIVING' AND i.received_until <= $1`,
    [now],
  );
}

interface ClaimedCodeImport {
  readonly batch_id: string;
  readonly refused: number;
}

/** An import that runs, if nobody else is at it; locked until the transaction ends. */
export async function claimCodeImport(tx: Tx, { id, organizationId }: CodeImportKey): Promise<ClaimedCodeImport | null> {
  const [row] = await tx.query<ClaimedCodeImport>(
    `SELECT batch_id, refused FROM code_imports WHERE organization_id = $1 AND id = $2 AND status = 'RUNNING' FOR NO KEY UPDATE SKIP LOCKED`,
    [organizationId, id],
  );
  return row ?? null;
}

/** Takes the next part of a file. @returns null when nothing is left. */
export async function takePart(tx: Tx, { id, organizationId }: CodeImportKey): Promise<CodeLine[] | null> {
  const [part] = await tx.query<{ lines: number[]; codes: string[] }>(
    `DELETE FROM code_import_parts WHERE organization_id = $1 AND import_id = $2
       AND number = (SELECT min(number) FROM code_import_parts WHERE organization_id = $1 AND import_id = $2) RETURNING lines, codes`,
    [organizationId, id],
  );
  return part ? part.lines.map((line, at) => ({ line, code: part.codes[at] ?? '' })) : null;
}

/** A batch that takes codes; locked until the transaction ends. */
type FillingBatch = Pick<CodeBatchRow, 'id' | 'program_id' | 'kind' | 'status' | 'max_per_code' | 'made'>;

export async function lockFillingBatch(tx: Tx, organizationId: string, id: string): Promise<FillingBatch | null> {
  const [row] = await tx.query<FillingBatch>(
    'SELECT id, program_id, kind, status, max_per_code, made FROM code_batches WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [organizationId, id],
  );
  return row ?? null;
}

/** Counts what became of a part, in the import and in its batch, which the transaction has locked. */
export async function recordPart(
  tx: Tx,
  {
    key,
    batch,
    before,
    added,
    refused,
    now,
  }: {
    readonly key: CodeImportKey;
    readonly batch: FillingBatch;
    /** How many lines were refused before these. */
    readonly before: number;
    readonly added: number;
    readonly refused: readonly RefusedLine[];
    readonly now: Date;
  },
): Promise<void> {
  await insertRefusals(tx, key, refused, before);
  await tx.query(
    'UPDATE code_imports SET added = added + $3, refused = refused + $4, updated_at = $5 WHERE organization_id = $1 AND id = $2',
    [key.organizationId, key.id, added, refused.length, now],
  );
  await tx.query('UPDATE code_batches SET made = $3, wanted = $3, updated_at = $4 WHERE organization_id = $1 AND id = $2', [
    key.organizationId,
    batch.id,
    batch.made + added,
    now,
  ]);
}

/** @param failure why the rest is not added; null when nothing is left. */
export async function endCodeImport(
  tx: Tx,
  key: CodeImportKey,
  failure: { readonly code: string; readonly message: string } | null,
  now: Date,
): Promise<void> {
  if (failure) await deleteParts(tx, key);
  await tx.query(
    `UPDATE code_imports SET status = CASE WHEN $3::text IS NULL THEN 'COMPLETED' ELSE 'FAILED' END, error_code = $3, error_message = $4, completed_at = $5,
       updated_at = $5 WHERE organization_id = $1 AND id = $2`,
    [key.organizationId, key.id, failure?.code ?? null, failure?.message ?? null, now],
  );
}
