/** Stores codes of a batch, and finds the batches whose codes are still to be made. */
import { firstOfEachOrganization } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';
import type { CodeBatchRow } from './code-batches';

/** Codes that the program has already are left out. @returns those that were stored. */
export async function insertCodes(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  batch: Pick<CodeBatchRow, 'id' | 'program_id' | 'max_per_code'>,
  codes: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await tx.query<{ code: string }>(
    `INSERT INTO codes (organization_id, program_id, batch_id, max_uses, created_at, code)
     SELECT $1, $2, $3, $4, $5, code FROM unnest($6::text[]) AS made (code) ORDER BY code
     ON CONFLICT (organization_id, program_id, code) DO NOTHING RETURNING code`,
    [organizationId, batch.program_id, batch.id, batch.max_per_code, now, codes],
  );
  return rows.map(({ code }) => code);
}

/** The batch of each organization whose codes are to be made next. */
export const batchesToMake = (limit: number): Promise<{ organization_id: string; id: string; clock_offset_ms: number }[]> =>
  statement(
    `SELECT w.organization_id, w.id, o.clock_offset_ms
     FROM ${firstOfEachOrganization('code_batches', 'q.created_at, q.id', `q.status = 'GENERATING'`, 'q.created_at, q.id')} w
     JOIN organizations o ON o.id = w.organization_id ORDER BY w.created_at, w.id LIMIT $1`,
    [limit],
  );

/** What is needed of a batch to make its codes. */
type BatchToMake = Pick<CodeBatchRow, 'id' | 'program_id' | 'max_per_code' | 'prefix' | 'length' | 'wanted' | 'made'>;

/** A batch whose codes are being made, if nobody else makes them now; locked until the transaction ends. */
export async function claimBatchToMake(tx: Tx, organizationId: string, id: string): Promise<BatchToMake | null> {
  const [row] = await tx.query<BatchToMake>(
    `SELECT id, program_id, max_per_code, prefix, length, wanted, made FROM code_batches
     WHERE organization_id = $1 AND id = $2 AND status = 'GENERATING' FOR NO KEY UPDATE SKIP LOCKED`,
    [organizationId, id],
  );
  return row ?? null;
}

/** Counts the codes of a batch that the transaction has claimed. */
export async function recordMade(
  tx: Tx,
  organizationId: string,
  id: string,
  { made, isDone, now }: { readonly made: number; readonly isDone: boolean; readonly now: Date },
): Promise<void> {
  await tx.query(
    `UPDATE code_batches SET made = $3, updated_at = $4, status = CASE WHEN $5 THEN 'ACTIVE' ELSE status END WHERE organization_id = $1 AND id = $2`,
    [organizationId, id, made, now, isDone],
  );
}
