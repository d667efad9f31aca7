/** Stores the rows of files while they are imported: staged as they are received, taken participant by participant, deleted at the end. */
import type { ImportedFields } from '@/domain/imports/row';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { ImportError, ImportRow } from '@/server/db/generated/client';
import { firstOfEachOrganization } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';
import type { ImportKey } from './imports';

export interface StagedRow {
  readonly line: number;
  readonly fields: ImportedFields;
  /** Null: no opening balance. */
  readonly assetId: string | null;
  /** Decimal text; null also for an opening balance that has already expired, so that nothing can be credited. */
  readonly amount: string | null;
}

export interface FoundFault {
  readonly line: number;
  readonly field: string | null;
  readonly code: string;
  readonly message: string;
}

const STAGED: Columns<ImportRow, StagedRow, 'organization_id' | 'import_id'> = {
  line: ['int', ({ line }) => line],
  external_id: ['text', ({ fields }) => fields.external_id],
  data: ['json', ({ fields }) => JSON.stringify(fields)],
  asset_id: ['uuid', ({ assetId }) => assetId],
  amount: ['numeric', ({ amount }) => amount],
};
const FAULTS: Columns<ImportError, FoundFault, 'organization_id' | 'import_id'> = {
  line: ['int', ({ line }) => line],
  field: ['text', ({ field }) => field ?? ''],
  code: ['text', ({ code }) => code],
  message: ['text', ({ message }) => message],
};

export async function stageRows({ id, organizationId }: ImportKey, rows: readonly StagedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await statement(`INSERT INTO import_rows (import_id, organization_id, ${namesOf(STAGED)}) SELECT $1, $2, * FROM ${rowsOf(STAGED, 3)}`, [
    id,
    organizationId,
    ...arraysOf(STAGED, rows),
  ]);
}

/** Keeps one fault per field and line. @param most the most faults that an import may have. */
export async function insertFaults(
  tx: Pick<Tx, 'query'>,
  { id, organizationId }: ImportKey,
  faults: readonly FoundFault[],
  most: number,
): Promise<void> {
  if (faults.length === 0) return;
  await tx.query(
    `INSERT INTO import_errors (import_id, organization_id, ${namesOf(FAULTS)}) SELECT $1, $2, * FROM ${rowsOf(FAULTS, 4)}
     LIMIT greatest(0, $3 - (SELECT error_count FROM imports WHERE organization_id = $2 AND id = $1)) ON CONFLICT DO NOTHING`,
    [id, organizationId, most, ...arraysOf(FAULTS, faults)],
  );
}

/**
 * Removes the rows that repeat an earlier one about the same participant and asset.
 * They are selected first and not deleted through a join: the planner's statistics of the table may be older than the file.
 * @returns each with the line it repeats.
 */
export async function takeRepeatedRows(tx: Tx, { id, organizationId }: ImportKey): Promise<{ line: number; first: number }[]> {
  const repeated = await tx.query<{ line: number; first: number }>(
    `SELECT line, first FROM (
       SELECT line, first_value(line) OVER (PARTITION BY external_id, asset_id ORDER BY line) AS first
       FROM import_rows WHERE organization_id = $1 AND import_id = $2) d
     WHERE line <> first ORDER BY line`,
    [organizationId, id],
  );
  if (repeated.length > 0) {
    await tx.query('DELETE FROM import_rows WHERE organization_id = $1 AND import_id = $2 AND line = ANY ($3::int[])', [
      organizationId,
      id,
      repeated.map(({ line }) => line),
    ]);
  }
  return repeated;
}

/** For each PREFUNDED asset: how much the file will still draw from its wallet, and how much the wallet holds. */
export function walletNeeds(
  tx: Tx,
  { id, organizationId }: ImportKey,
  programId: string,
): Promise<{ symbol: string; scale: number; needed: string; held: string }[]> {
  return tx.query<{ symbol: string; scale: number; needed: string; held: string }>(
    `SELECT a.symbol, a.scale, sum(r.amount) AS needed, coalesce(max(w.available), 0) AS held
     FROM import_rows r JOIN assets a ON a.organization_id = r.organization_id AND a.id = r.asset_id AND a.issuance_policy = 'PREFUNDED'
     LEFT JOIN participants p ON p.organization_id = r.organization_id AND p.external_id = r.external_id
     LEFT JOIN opening_balances o ON o.organization_id = r.organization_id AND o.participant_id = p.id AND o.program_id = $2 AND o.asset_id = r.asset_id
     LEFT JOIN balances w ON w.organization_id = r.organization_id AND w.account_id = $2 AND w.program_id = $2 AND w.asset_id = r.asset_id
     WHERE r.organization_id = $3 AND r.import_id = $1 AND r.amount IS NOT NULL AND o.participant_id IS NULL
     GROUP BY a.id, a.symbol, a.scale`,
    [id, programId, organizationId],
  );
}

/** All rows of the next participants, by participant and line. @param reached the external id before the first of them. */
export async function nextRows(
  tx: Tx,
  { id, organizationId }: ImportKey,
  reached: string | null,
  participants: number,
): Promise<StagedRow[]> {
  const rows = await tx.query<{ line: number; data: ImportedFields; asset_id: string | null; amount: string | null }>(
    `SELECT r.line, r.data, r.asset_id, r.amount FROM import_rows r
     WHERE r.organization_id = $4 AND r.import_id = $1 AND r.external_id > $2 AND r.external_id <= (
       SELECT max(external_id) FROM (
         SELECT DISTINCT external_id FROM import_rows WHERE organization_id = $4 AND import_id = $1 AND external_id > $2 ORDER BY external_id LIMIT $3) next)
     ORDER BY r.external_id, r.line`,
    [id, reached ?? '', participants, organizationId],
  );
  return rows.map(({ line, data, asset_id, amount }) => ({ line, fields: data, assetId: asset_id, amount }));
}

const ENDED = 'q.staged AND q.completed_at IS NOT NULL';

/** Deletes some of the rows of imports that have ended. @returns whether there was anything to delete. */
export async function deleteStagedRows(limit: number): Promise<boolean> {
  const [ended] = await statement<{ organization_id: string; id: string }>(
    `SELECT w.organization_id, w.id FROM ${firstOfEachOrganization('imports', 'q.id, q.completed_at', ENDED, 'q.completed_at')} w ORDER BY w.completed_at LIMIT 1`,
  );
  if (!ended) return false;
  const deleted = await statement(
    `DELETE FROM import_rows WHERE organization_id = $1 AND import_id = $2
       AND line IN (SELECT line FROM import_rows WHERE organization_id = $1 AND import_id = $2 LIMIT $3) RETURNING 1`,
    [ended.organization_id, ended.id, limit],
  );
  if (deleted.length < limit)
    await statement('UPDATE imports SET staged = false WHERE organization_id = $1 AND id = $2', [ended.organization_id, ended.id]);
  return true;
}
