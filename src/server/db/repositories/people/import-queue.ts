/** Manages the queue of imports: claiming one, recording its progress with each batch, and ending it. Leases run in real time. */
import type { StateOrigin } from '@/domain/participants/state';
import { firstOfEachOrganization, NOT_BEING_ADVANCED } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';
import type { ImportKey, ImportPhase } from './imports';

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

const unleased = `q.status IN ('QUEUED', 'RUNNING') AND (q.lease_until IS NULL OR q.lease_until <= $1)`;

const WAITING = `
  SELECT w.organization_id
  FROM ${firstOfEachOrganization('imports', 'q.taken_at, q.created_at', unleased, 'q.taken_at NULLS FIRST, q.created_at')} w
  JOIN organizations o ON o.id = w.organization_id WHERE ${NOT_BEING_ADVANCED} ORDER BY w.taken_at NULLS FIRST, w.created_at`;

const CLAIM = `
  UPDATE imports i SET status = 'RUNNING', lease_token = $2, lease_until = $3, taken_at = $1
  FROM organizations o
  WHERE i.organization_id = $4 AND o.id = $4 AND ${NOT_BEING_ADVANCED} AND i.id = (
    SELECT q.id FROM imports q WHERE q.organization_id = $4 AND ${unleased} ORDER BY q.taken_at NULLS FIRST, q.created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING ${CLAIMED}`;

/** Claims the open import that has waited longest for its turn and that nobody has leased. @param now real time. */
export async function claimImport(now: Date, token: string, leaseUntil: Date): Promise<ClaimedImport | null> {
  for (const { organization_id } of await statement<{ organization_id: string }>(WAITING, [now])) {
    const [row] = await statement<ClaimedImport>(CLAIM, [now, token, leaseUntil, organization_id]);
    if (row) return row;
  }
  return null;
}

/** The running import that holds this lease. */
export async function findLeased({ id, organizationId }: ImportKey, token: string): Promise<ClaimedImport | null> {
  const [row] = await statement<ClaimedImport>(
    `SELECT ${CLAIMED} FROM imports i JOIN organizations o ON o.id = i.organization_id
     WHERE i.organization_id = $1 AND i.id = $2 AND i.lease_token = $3 AND i.status = 'RUNNING'`,
    [organizationId, id, token],
  );
  return row ?? null;
}

/**
 * Extends the lease and locks the import until the transaction ends.
 * @returns whether to continue: false once it was cancelled or the lease was lost.
 */
export async function keepLease(tx: Tx, { id, organizationId }: ImportKey, token: string, leaseUntil: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE imports SET lease_until = $4 WHERE organization_id = $1 AND id = $2 AND lease_token = $3 AND status = 'RUNNING' RETURNING 1`,
    [organizationId, id, token, leaseUntil],
  );
  return rows.length > 0;
}

/** Starts a phase at the first row. @param found the number of faults found before it. */
export async function beginPhase(tx: Tx, { id, organizationId }: ImportKey, phase: ImportPhase, found: number, now: Date): Promise<void> {
  await tx.query(
    `UPDATE imports SET phase = $2, reached = NULL, failed = failed + $3, error_count = error_count + $3, processed = failed + $3,
       created = 0, updated = 0, unchanged = 0, credited = 0, updated_at = $4 WHERE organization_id = $5 AND id = $1`,
    [id, phase, found, now, organizationId],
  );
}

/** The number of rows with errors so far. */
export async function countFailed(tx: Tx, { id, organizationId }: ImportKey): Promise<number> {
  const [row] = await tx.query<{ failed: number }>('SELECT failed FROM imports WHERE organization_id = $1 AND id = $2', [
    organizationId,
    id,
  ]);
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

export async function recordBatch(tx: Tx, { id, organizationId }: ImportKey, counts: BatchCounts, now: Date): Promise<void> {
  await tx.query(
    `UPDATE imports SET reached = $2, processed = processed + $3, failed = failed + $4, error_count = error_count + $5, created = created + $6,
       updated = updated + $7, unchanged = unchanged + $8, credited = credited + $9, attempts = 0, updated_at = $10
     WHERE organization_id = $11 AND id = $1`,
    [
      id,
      counts.reached,
      counts.rows,
      counts.failed,
      counts.errors,
      counts.created,
      counts.updated,
      counts.unchanged,
      counts.credited,
      now,
      organizationId,
    ],
  );
}

/** Returns it to the queue. @param failed whether its turn ended with a failure. */
export async function releaseImport({ id, organizationId }: ImportKey, token: string, failed: boolean): Promise<void> {
  await statement(
    `UPDATE imports SET status = 'QUEUED', lease_token = NULL, lease_until = NULL, attempts = attempts + $4::int
     WHERE organization_id = $1 AND id = $2 AND lease_token = $3 AND status = 'RUNNING'`,
    [organizationId, id, token, failed ? 1 : 0],
  );
}

/** @param failure why the import as a whole failed; null: it completed. */
export async function endImport(
  tx: Pick<Tx, 'query'>,
  { id, organizationId }: ImportKey,
  token: string,
  failure: { readonly code: string; readonly message: string } | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE imports SET status = $4, error_code = $5, error_message = $6, completed_at = $7, updated_at = $7, lease_token = NULL, lease_until = NULL
     WHERE organization_id = $1 AND id = $2 AND lease_token = $3 AND status = 'RUNNING'`,
    [organizationId, id, token, failure ? 'FAILED' : 'COMPLETED', failure?.code ?? null, failure?.message ?? null, now],
  );
}

const STALLED = `q.status = 'RECEIVING' AND q.lease_until <= $1`;

/** Fails imports whose upload stalled. @param now real time. */
export async function giveUpUploads(now: Date, message: string): Promise<void> {
  await statement(
    `UPDATE imports i SET status = 'FAILED', error_code = 'request_canceled', error_message = $2, completed_at = ($1::timestamptz + o.clock_offset_ms * interval '1 millisecond'),
       updated_at = ($1::timestamptz + o.clock_offset_ms * interval '1 millisecond'), lease_until = NULL
     FROM ${firstOfEachOrganization('imports', 'q.id', STALLED, 'q.taken_at NULLS FIRST, q.created_at')} w JOIN organizations o ON o.id = w.organization_id
     WHERE i.organization_id = o.id AND i.status = 'RECEIVING' AND i.lease_until <= $1 RETURNING i.id`,
    [now, message],
  );
}
