/** Manages the queue of imports: claiming one, recording its progress with each batch, and ending it. Leases run in real time. */
import type { StateOrigin } from '@/domain/participants/state';
import { NOT_BEING_ADVANCED } from '../organization-clock';
import { statement, type Tx } from '../transaction';
import type { ImportPhase } from './imports';

export interface ClaimedImport {
  readonly id: string;
  readonly organization_id: string;
  readonly program_id: string;
  readonly phase: ImportPhase | null;
  readonly dry_run: boolean;
  readonly on_error: 'SKIP' | 'STOP';
  readonly failed: number;
  readonly reached: string | null;
  readonly origin: StateOrigin;
  readonly request_id: string;
  readonly attempts: number;
  readonly clock_offset_ms: number;
}

const CLAIMED = `i.id, i.organization_id, i.program_id, i.phase, i.dry_run, i.on_error, i.failed, i.reached, i.origin, i.request_id, i.attempts, o.clock_offset_ms`;

/** Claims the open import that has waited longest for its turn and that nobody has leased. @param now real time. */
export async function claimImport(now: Date, token: string, leaseUntil: Date): Promise<ClaimedImport | null> {
  const [row] = await statement<ClaimedImport>(
    `UPDATE imports i SET status = 'RUNNING', lease_token = $2, lease_until = $3, taken_at = $1
     FROM organizations o
     WHERE o.id = i.organization_id AND i.id = (
       SELECT q.id FROM imports q JOIN organizations o ON o.id = q.organization_id
       WHERE q.status IN ('QUEUED', 'RUNNING') AND (q.lease_until IS NULL OR q.lease_until <= $1) AND ${NOT_BEING_ADVANCED}
       ORDER BY q.taken_at NULLS FIRST, q.created_at LIMIT 1 FOR UPDATE OF q SKIP LOCKED)
     RETURNING ${CLAIMED}`,
    [now, token, leaseUntil],
  );
  return row ?? null;
}

/** The running import that holds this lease. */
export async function findLeased(id: string, token: string): Promise<ClaimedImport | null> {
  const [row] = await statement<ClaimedImport>(
    `SELECT ${CLAIMED} FROM imports i JOIN organizations o ON o.id = i.organization_id WHERE i.id = $1 AND i.lease_token = $2 AND i.status = 'RUNNING'`,
    [id, token],
  );
  return row ?? null;
}

/**
 * Extends the lease and locks the import until the transaction ends.
 * @returns whether to continue: false once it was cancelled or the lease was lost.
 */
export async function keepLease(tx: Tx, id: string, token: string, leaseUntil: Date): Promise<boolean> {
  const rows = await tx.query(`UPDATE imports SET lease_until = $3 WHERE id = $1 AND lease_token = $2 AND status = 'RUNNING' RETURNING 1`, [
    id,
    token,
    leaseUntil,
  ]);
  return rows.length > 0;
}

/** Starts a phase at the first row. @param found the number of faults found before it. */
export async function beginPhase(tx: Tx, id: string, phase: ImportPhase, found: number, now: Date): Promise<void> {
  await tx.query(
    `UPDATE imports SET phase = $2, reached = NULL, failed = failed + $3, error_count = error_count + $3, processed = failed + $3,
       created = 0, updated = 0, unchanged = 0, credited = 0, updated_at = $4 WHERE id = $1`,
    [id, phase, found, now],
  );
}

/** The number of rows with errors so far. */
export async function countFailed(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.query<{ failed: number }>('SELECT failed FROM imports WHERE id = $1', [id]);
  return row?.failed ?? 0;
}

/** The outcome of one batch. */
export interface BatchCounts {
  readonly reached: string;
  readonly rows: number;
  readonly failed: number;
  readonly errors: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly credited: number;
}

export async function recordBatch(tx: Tx, id: string, counts: BatchCounts, now: Date): Promise<void> {
  await tx.query(
    `UPDATE imports SET reached = $2, processed = processed + $3, failed = failed + $4, error_count = error_count + $5, created = created + $6,
       updated = updated + $7, unchanged = unchanged + $8, credited = credited + $9, attempts = 0, updated_at = $10 WHERE id = $1`,
    [id, counts.reached, counts.rows, counts.failed, counts.errors, counts.created, counts.updated, counts.unchanged, counts.credited, now],
  );
}

/** Returns it to the queue. @param failed whether its turn ended with a failure. */
export async function releaseImport(id: string, token: string, failed: boolean): Promise<void> {
  await statement(
    `UPDATE imports SET status = 'QUEUED', lease_token = NULL, lease_until = NULL, attempts = attempts + $3::int
     WHERE id = $1 AND lease_token = $2 AND status = 'RUNNING'`,
    [id, token, failed ? 1 : 0],
  );
}

/** @param failure why the import as a whole failed; null: it completed. */
export async function endImport(
  tx: Pick<Tx, 'query'>,
  id: string,
  token: string,
  failure: { readonly code: string; readonly message: string } | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE imports SET status = $3, error_code = $4, error_message = $5, completed_at = $6, updated_at = $6, lease_token = NULL, lease_until = NULL
     WHERE id = $1 AND lease_token = $2 AND status = 'RUNNING'`,
    [id, token, failure ? 'FAILED' : 'COMPLETED', failure?.code ?? null, failure?.message ?? null, now],
  );
}

/** Fails imports whose upload stalled. @param now real time. */
export async function giveUpUploads(now: Date, message: string): Promise<void> {
  await statement(
    `UPDATE imports i SET status = 'FAILED', error_code = 'request_canceled', error_message = $2, completed_at = ($1::timestamptz + o.clock_offset_ms * interval '1 millisecond'),
       updated_at = ($1::timestamptz + o.clock_offset_ms * interval '1 millisecond'), lease_until = NULL
     FROM organizations o WHERE o.id = i.organization_id AND i.status = 'RECEIVING' AND i.lease_until <= $1`,
    [now, message],
  );
}
