/** Reads and writes verifications of the ledger: their findings, progress and lease. */
import type { Violation } from '@/domain/ledger/violation';
import { equals, keysetPage, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { firstOfEachOrganization } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';

export type VerificationStatus = 'RUNNING' | 'PASSED' | 'FAILED';

export interface VerificationRow {
  readonly id: string;
  readonly status: VerificationStatus;
  /** The number of rows checked, of about `total`. */
  readonly checked: number;
  readonly total: number;
  readonly violation_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly completed_at: Date | null;
}

export interface VerificationWithViolations extends VerificationRow {
  /** Only the first ones. */
  readonly violations: Violation[];
}

const COLUMNS = 'v.id, v.status, v.checked, v.total, v.violation_count, v.created_at, v.updated_at, v.completed_at';

/** @returns the new verification; null when one is running. */
export async function insertVerification(
  tx: Tx,
  organizationId: string,
  id: string,
  now: Date,
): Promise<VerificationWithViolations | null> {
  const [row] = await tx.query<VerificationWithViolations>(
    `INSERT INTO ledger_verifications AS v (id, organization_id, created_at, updated_at) VALUES ($1, $2, $3, $3)
     ON CONFLICT (organization_id) WHERE status = 'RUNNING' DO NOTHING RETURNING ${COLUMNS}, v.violations`,
    [id, organizationId, now],
  );
  return row ?? null;
}

export async function findRunningVerification(tx: Tx, organizationId: string): Promise<VerificationWithViolations | null> {
  const [row] = await tx.query<VerificationWithViolations>(
    `SELECT ${COLUMNS}, v.violations FROM ledger_verifications v WHERE v.organization_id = $1 AND v.status = 'RUNNING'`,
    [organizationId],
  );
  return row ?? null;
}

export async function findVerification(organizationId: string, id: string): Promise<VerificationWithViolations | null> {
  const [row] = await statement<VerificationWithViolations>(
    `SELECT ${COLUMNS}, v.violations FROM ledger_verifications v WHERE v.organization_id = $1 AND v.id = $2`,
    [organizationId, id],
  );
  return row ?? null;
}

const VERIFICATIONS: KeysetList<'created_at'> = {
  name: 'ledger-verifications',
  select: { columns: COLUMNS, from: 'ledger_verifications v' },
  sorts: { created_at: [{ sql: 'v.created_at', type: 'timestamptz' }] },
  id: { sql: 'v.id', type: 'uuid' },
};

interface VerificationsQuery extends PageRequest<'created_at'> {
  from?: string | undefined;
  to?: string | undefined;
  status?: VerificationStatus | undefined;
}

export function listVerificationRows(organizationId: string, query: VerificationsQuery): Promise<KeysetPage<VerificationRow>> {
  return keysetPage<VerificationRow, 'created_at'>(VERIFICATIONS, {
    organizationId,
    query: { ...query },
    where: [
      equals('v.organization_id', organizationId),
      ...within('v.created_at', query.from, query.to),
      ...(query.status === undefined ? [] : [equals('v.status', query.status)]),
    ],
  });
}

/** The progress of a verification, as its worker carries it from page to page. */
export interface VerificationProgress {
  readonly through_position: number;
  readonly total: number;
  readonly checked: number;
  /** Null before the first step. */
  readonly step: string | null;
  /** The position within the step; null at its start. */
  readonly place: string[] | null;
  readonly violation_count: number;
  readonly violations: readonly Violation[];
}

export interface ClaimedVerification extends VerificationProgress {
  readonly id: string;
  readonly organization_id: string;
  readonly clock_offset_ms: number;
}

/** Identifies a verification. */
type VerificationKey = Pick<ClaimedVerification, 'organization_id' | 'id'>;

/** At most one of an organization is running. */
const WAITING = `
  SELECT w.organization_id
  FROM ${firstOfEachOrganization('ledger_verifications', 'q.updated_at, q.id', `q.status = 'RUNNING' AND (q.lease_until IS NULL OR q.lease_until <= $1)`, 'q.updated_at')} w
  ORDER BY w.updated_at, w.id`;

const CLAIM = `
  UPDATE ledger_verifications v SET lease_token = $2, lease_until = $3 FROM organizations o
  WHERE v.organization_id = $4 AND o.id = $4 AND v.id = (
    SELECT q.id FROM ledger_verifications q
    WHERE q.organization_id = $4 AND q.status = 'RUNNING' AND (q.lease_until IS NULL OR q.lease_until <= $1) LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING v.id, v.organization_id, o.clock_offset_ms, v.through_position, v.total, v.checked, v.step, v.place, v.violation_count, v.violations`;

/** Claims the running verification without a lease that was updated least recently, until `leaseUntil` unless renewed (real time). */
export async function claimVerification(now: Date, token: string, leaseUntil: Date): Promise<ClaimedVerification | null> {
  for (const { organization_id } of await statement<{ organization_id: string }>(WAITING, [now])) {
    const [row] = await statement<ClaimedVerification>(CLAIM, [now, token, leaseUntil, organization_id]);
    if (row) return row;
  }
  return null;
}

export async function renewVerification({ organization_id, id }: VerificationKey, token: string, leaseUntil: Date): Promise<void> {
  await statement('UPDATE ledger_verifications SET lease_until = $4 WHERE organization_id = $1 AND id = $2 AND lease_token = $3', [
    organization_id,
    id,
    token,
    leaseUntil,
  ]);
}

export async function releaseVerification({ organization_id, id }: VerificationKey, token: string): Promise<void> {
  await statement(
    'UPDATE ledger_verifications SET lease_token = NULL, lease_until = NULL WHERE organization_id = $1 AND id = $2 AND lease_token = $3',
    [organization_id, id, token],
  );
}

/**
 * Records the progress, and the end when `status` says so.
 * @param now on the organization's clock.
 * @returns false when the lease was lost: another worker continues from the last recorded progress.
 */
export async function recordVerification(
  { organization_id, id }: VerificationKey,
  token: string,
  progress: VerificationProgress,
  status: VerificationStatus,
  now: Date,
): Promise<boolean> {
  const rows = await statement(
    `UPDATE ledger_verifications
     SET status = $3, through_position = $4, total = $5, checked = $6, step = $7, place = $8::json, violation_count = $9, violations = $10::json,
         updated_at = $11, completed_at = CASE WHEN $3 = 'RUNNING' THEN NULL ELSE $11::timestamptz END
     WHERE organization_id = $12 AND id = $1 AND lease_token = $2 AND status = 'RUNNING' RETURNING 1`,
    [
      id,
      token,
      status,
      progress.through_position,
      progress.total,
      progress.checked,
      progress.step,
      JSON.stringify(progress.place),
      progress.violation_count,
      JSON.stringify(progress.violations),
      now,
      organization_id,
    ],
  );
  return rows.length > 0;
}
