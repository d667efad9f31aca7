/** Reads and writes corrections of the past: their terms, the progress of posting, and conflicts with other corrections. */
import { only, present } from '@/domain/assert';
import type { ShortfallPolicy } from '@/domain/ledger/debit';
import { firstOfEachOrganization, NOT_BEING_ADVANCED } from '@/server/db/organization-clock';
import { equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { autocommit, statement, type Tx } from '@/server/db/transaction';
import type { ProgramStatus } from '@/domain/programs';

export type CorrectionStatus = 'PLANNED' | 'POSTING' | 'COMPLETED' | 'CANCELLED';

export interface CorrectionRow {
  readonly id: string;
  readonly organization_id: string;
  readonly program_id: string;
  readonly backtest_id: string;
  readonly status: CorrectionStatus;
  readonly description: string;
  readonly shortfall_policy: ShortfallPolicy;
  readonly expires_in: string | null;
  readonly window_from: Date;
  readonly window_to: Date;
  readonly line_count: number;
  readonly posted_count: number;
  readonly skipped_count: number;
  readonly failed_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly approved_at: Date | null;
  readonly completed_at: Date | null;
}

/** Identifies a correction. */
export type CorrectionKey = Pick<CorrectionRow, 'organization_id' | 'id'>;

const COLUMNS = `c.id, c.organization_id, c.program_id, c.backtest_id, c.status, c.description, c.shortfall_policy, c.expires_in, c.window_from, c.window_to,
  c.line_count, c.posted_count, c.skipped_count, c.failed_count, c.created_at, c.updated_at, c.approved_at, c.completed_at`;

type NewCorrection = Pick<CorrectionRow, 'id' | 'program_id' | 'backtest_id' | 'description' | 'shortfall_policy' | 'expires_in'> & {
  readonly now: Date;
};

/** Inserts a correction with a line per difference; what could be taken back is limited to what is AVAILABLE now. */
export async function insertCorrection(tx: Tx, organizationId: string, made: NewCorrection): Promise<CorrectionRow> {
  await tx.query(
    `INSERT INTO corrections (id, organization_id, program_id, backtest_id, description, shortfall_policy, expires_in, window_from, window_to, line_count, created_at, updated_at)
     SELECT $1, b.organization_id, b.program_id, b.id, $5, $6, $7, b.window_from, b.window_to, b.difference_count, $8, $8
     FROM backtests b WHERE b.organization_id = $2 AND b.program_id = $3 AND b.id = $4`,
    [made.id, organizationId, made.program_id, made.backtest_id, made.description, made.shortfall_policy, made.expires_in, made.now],
  );
  await tx.query(
    `INSERT INTO correction_lines (id, organization_id, correction_id, holder_type, holder_id, asset_id, had, should_have, recoverable)
     SELECT gen_random_uuid(), d.organization_id, $1, d.holder_type, d.holder_id, d.asset_id, d.actual, d.backtest,
            CASE WHEN d.backtest > d.actual THEN d.backtest - d.actual ELSE least(d.actual - d.backtest, greatest(coalesce(b.available, 0), 0)) END
     FROM backtest_differences d
     LEFT JOIN balances b ON b.organization_id = d.organization_id AND b.account_id = d.holder_id AND b.program_id = $3 AND b.asset_id = d.asset_id
     WHERE d.organization_id = $4 AND d.backtest_id = $2`,
    [made.id, made.backtest_id, made.program_id, organizationId],
  );
  return present(
    await findCorrection(organizationId, made.program_id, made.id, tx),
    'it was inserted for a backtest that the caller has read',
  );
}

export async function findCorrection(
  organizationId: string,
  programId: string,
  id: string,
  tx: Pick<Tx, 'query'> = autocommit,
): Promise<CorrectionRow | null> {
  const [row] = await tx.query<CorrectionRow>(
    `SELECT ${COLUMNS} FROM corrections c WHERE c.organization_id = $1 AND c.program_id = $2 AND c.id = $3`,
    [organizationId, programId, id],
  );
  return row ?? null;
}

/** Keeps other corrections of the program from being approved until the transaction ends. @returns the program's status. */
export async function lockProgramForCorrections(tx: Tx, organizationId: string, programId: string): Promise<ProgramStatus | null> {
  const [row] = await tx.query<{ status: ProgramStatus }>(
    'SELECT status FROM programs WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [organizationId, programId],
  );
  return row?.status ?? null;
}

/** Whether another correction with an overlapping window has posted, or is about to post, to a holder and asset of this one's lines. */
export async function overlapsAnother(
  tx: Tx,
  { organization_id, id, program_id, window_from, window_to }: CorrectionRow,
): Promise<boolean> {
  const row = only(
    await tx.query<{ overlaps: boolean }>(
      `SELECT EXISTS (
       SELECT 1 FROM corrections c JOIN correction_lines l ON l.organization_id = c.organization_id AND l.correction_id = c.id
       JOIN correction_lines own ON own.organization_id = l.organization_id AND own.correction_id = $1 AND own.holder_id = l.holder_id
         AND own.asset_id = l.asset_id AND own.status <> 'POSTED'
       WHERE c.organization_id = $5 AND c.program_id = $2 AND c.id <> $1 AND c.window_from < $4 AND c.window_to > $3 AND c.approved_at IS NOT NULL
         AND (l.status = 'POSTED' OR (l.status = 'PENDING' AND c.status = 'POSTING'))) AS overlaps`,
      [id, program_id, window_from, window_to, organization_id],
    ),
  );
  return row.overlaps;
}

/** Starts posting an approved plan, or retries the unposted lines of a completed one. Null when it is in another status. */
export async function beginPosting(
  tx: Tx,
  { organization_id, id }: CorrectionKey,
  from: 'PLANNED' | 'COMPLETED',
  now: Date,
): Promise<CorrectionRow | null> {
  const [row] = await tx.query<CorrectionRow>(
    `UPDATE corrections c SET status = 'POSTING', approved_at = coalesce(c.approved_at, $3), completed_at = NULL, updated_at = $3, skipped_count = 0, failed_count = 0
     WHERE c.organization_id = $4 AND c.id = $1 AND c.status = $2 RETURNING ${COLUMNS}`,
    [id, from, now, organization_id],
  );
  if (!row) return null;
  await tx.query(
    `UPDATE correction_lines SET status = 'PENDING', reason = NULL WHERE organization_id = $1 AND correction_id = $2 AND status IN ('SKIPPED', 'FAILED')`,
    [organization_id, id],
  );
  return row;
}

/** Cancels the rest; what is posted stays. Null when it has ended. */
export async function cancelCorrectionRow(tx: Tx, { organization_id, id }: CorrectionKey, now: Date): Promise<CorrectionRow | null> {
  const [row] = await tx.query<CorrectionRow>(
    `UPDATE corrections c SET status = 'CANCELLED', completed_at = $3, updated_at = $3
     WHERE c.organization_id = $1 AND c.id = $2 AND c.status IN ('PLANNED', 'POSTING') RETURNING ${COLUMNS}`,
    [organization_id, id, now],
  );
  return row ?? null;
}

interface OpenCorrection extends CorrectionKey {
  readonly clock_offset_ms: number;
}

/** Corrections being posted, oldest first. @param now real time. */
export function openCorrections(now: Date, limit: number): Promise<OpenCorrection[]> {
  return statement<OpenCorrection>(
    `SELECT c.id, c.organization_id, o.clock_offset_ms
     FROM ${firstOfEachOrganization('corrections', 'q.approved_at', `q.status = 'POSTING'`, 'q.approved_at, q.id')} w
     JOIN organizations o ON o.id = w.organization_id JOIN corrections c ON c.organization_id = o.id AND c.status = 'POSTING'
     WHERE ${NOT_BEING_ADVANCED} ORDER BY c.approved_at, c.id LIMIT $2`,
    [now, limit],
  );
}

/** The correction, locked until the transaction ends; null when it is no longer being posted or somebody else holds the lock. */
export async function claimCorrection(tx: Tx, { organization_id, id }: CorrectionKey): Promise<CorrectionRow | null> {
  const [row] = await tx.query<CorrectionRow>(
    `SELECT ${COLUMNS} FROM corrections c WHERE c.organization_id = $1 AND c.id = $2 AND c.status = 'POSTING' FOR UPDATE SKIP LOCKED`,
    [organization_id, id],
  );
  return row ?? null;
}

interface PostedCounts {
  readonly posted: number;
  readonly skipped: number;
  readonly failed: number;
}

/** @param completed whether no line is left. */
export async function recordPosting(
  tx: Tx,
  { organization_id, id }: CorrectionKey,
  { posted, skipped, failed }: PostedCounts,
  completed: boolean,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE corrections SET posted_count = posted_count + $2, skipped_count = skipped_count + $3, failed_count = failed_count + $4,
       status = CASE WHEN $5 THEN 'COMPLETED' ELSE status END, completed_at = CASE WHEN $5 THEN $6::timestamptz END, updated_at = $6
     WHERE organization_id = $7 AND id = $1`,
    [id, posted, skipped, failed, completed, now, organization_id],
  );
}

const CORRECTIONS: KeysetList<'created_at'> = {
  name: 'corrections',
  select: { columns: COLUMNS, from: 'corrections c' },
  sorts: { created_at: [{ sql: 'c.created_at', type: 'timestamptz' }] },
  id: { sql: 'c.id', type: 'uuid' },
};

interface CorrectionsQuery extends PageRequest<'created_at'> {
  id: string;
  status?: CorrectionStatus | undefined;
}

export function listCorrectionRows(organizationId: string, query: CorrectionsQuery): Promise<KeysetPage<CorrectionRow>> {
  return keysetPage<CorrectionRow, 'created_at'>(CORRECTIONS, {
    organizationId,
    query: { ...query },
    where: [
      equals('c.organization_id', organizationId),
      equals('c.program_id', query.id),
      ...(query.status === undefined ? [] : [equals('c.status', query.status)]),
    ],
  });
}
