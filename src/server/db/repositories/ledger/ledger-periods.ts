/** Reads and writes the periods for which an organization's books are closed. */
import { only } from '@/domain/assert';
import { equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { firstOfEachOrganization } from '@/server/db/organization-clock';
import { autocommit, statement, type Tx } from '@/server/db/transaction';

export type LedgerPeriodStatus = 'CLOSING' | 'CLOSED' | 'REOPENED';

export interface LedgerPeriodRow {
  readonly id: string;
  readonly organization_id: string;
  readonly status: LedgerPeriodStatus;
  readonly description: string | null;
  /** Null: from the first entry on. */
  readonly period_from: Date | null;
  readonly period_to: Date;
  /** Null until it is closed. */
  readonly entry_count: number | null;
  readonly chain_position: number | null;
  readonly seal_hash: string | null;
  readonly reopen_reason: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly closed_at: Date | null;
  readonly reopened_at: Date | null;
}

const COLUMNS = `p.id, p.organization_id, p.status, p.description, p.period_from, p.period_to, p.entry_count, p.chain_position,
  encode(p.seal_hash, 'hex') AS seal_hash, p.reopen_reason, p.created_at, p.updated_at, p.closed_at, p.reopened_at`;

/** Keeps others from closing or reopening the organization's periods until the transaction ends: each new one follows the last standing. */
export async function lockPeriods(tx: Tx, organizationId: string): Promise<void> {
  await tx.query('SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
}

/** The last period that was not reopened; null when there is none. */
export async function lastStandingPeriod(tx: Tx, organizationId: string): Promise<LedgerPeriodRow | null> {
  const [row] = await tx.query<LedgerPeriodRow>(
    `SELECT ${COLUMNS} FROM ledger_periods p WHERE p.organization_id = $1 AND p.status <> 'REOPENED' ORDER BY p.period_to DESC LIMIT 1`,
    [organizationId],
  );
  return row ?? null;
}

interface NewPeriod {
  readonly id: string;
  readonly description: string | null;
  readonly from: Date | null;
  readonly to: Date;
  readonly now: Date;
}

export async function insertPeriod(tx: Tx, organizationId: string, period: NewPeriod): Promise<LedgerPeriodRow> {
  const row = only(
    await tx.query<LedgerPeriodRow>(
      `INSERT INTO ledger_periods AS p (id, organization_id, description, period_from, period_to, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING ${COLUMNS}`,
      [period.id, organizationId, period.description, period.from, period.to, period.now],
    ),
  );
  return row;
}

export async function findPeriod(organizationId: string, id: string, tx: Pick<Tx, 'query'> = autocommit): Promise<LedgerPeriodRow | null> {
  const [row] = await tx.query<LedgerPeriodRow>(`SELECT ${COLUMNS} FROM ledger_periods p WHERE p.organization_id = $1 AND p.id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

/** Null when it was already reopened. */
export async function reopenPeriodRow(
  tx: Tx,
  organizationId: string,
  id: string,
  reason: string,
  now: Date,
): Promise<LedgerPeriodRow | null> {
  const [row] = await tx.query<LedgerPeriodRow>(
    `UPDATE ledger_periods p SET status = 'REOPENED', reopen_reason = $3, reopened_at = $4, updated_at = $4
     WHERE p.organization_id = $1 AND p.id = $2 AND p.status <> 'REOPENED' RETURNING ${COLUMNS}`,
    [organizationId, id, reason, now],
  );
  return row ?? null;
}

const PERIODS: KeysetList<'created_at'> = {
  name: 'ledger-periods',
  select: { columns: COLUMNS, from: 'ledger_periods p' },
  sorts: { created_at: [{ sql: 'p.created_at', type: 'timestamptz' }] },
  id: { sql: 'p.id', type: 'uuid' },
};

interface PeriodsQuery extends PageRequest<'created_at'> {
  status?: LedgerPeriodStatus | undefined;
}

export function listPeriodRows(organizationId: string, query: PeriodsQuery): Promise<KeysetPage<LedgerPeriodRow>> {
  return keysetPage<LedgerPeriodRow, 'created_at'>(PERIODS, {
    organizationId,
    query: { ...query },
    where: [equals('p.organization_id', organizationId), ...(query.status === undefined ? [] : [equals('p.status', query.status)])],
  });
}

export type ClosingPeriod = LedgerPeriodRow & { readonly clock_offset_ms: number };

/** Periods whose figures are still to be drawn up, in the order in which closing was requested. */
export function closingPeriods(limit: number): Promise<ClosingPeriod[]> {
  return statement<ClosingPeriod>(
    `SELECT ${COLUMNS}, o.clock_offset_ms FROM ${firstOfEachOrganization('ledger_periods', 'q.created_at', `q.status = 'CLOSING'`, 'q.created_at, q.id')} w
     JOIN organizations o ON o.id = w.organization_id JOIN ledger_periods p ON p.organization_id = o.id AND p.status = 'CLOSING'
     ORDER BY p.created_at, p.id LIMIT $1`,
    [limit],
  );
}

/** The standing period that ends where this one begins. */
export async function periodBefore({ organization_id, period_from }: LedgerPeriodRow): Promise<LedgerPeriodRow | null> {
  const [row] = await statement<LedgerPeriodRow>(
    `SELECT ${COLUMNS} FROM ledger_periods p WHERE p.organization_id = $1 AND p.period_to = $2 AND p.status <> 'REOPENED'`,
    [organization_id, period_from],
  );
  return row ?? null;
}

/** The first CLOSED period that ends after an instant; null when there is none. @param after RFC 3339; null: the first of all. */
export async function nextClosedPeriod(organizationId: string, after: string | null): Promise<LedgerPeriodRow | null> {
  const [row] = await statement<LedgerPeriodRow>(
    `SELECT ${COLUMNS} FROM ledger_periods p
     WHERE p.organization_id = $1 AND p.status <> 'REOPENED' AND p.status = 'CLOSED' AND p.period_to > coalesce($2::timestamptz, '-infinity')
     ORDER BY p.period_to LIMIT 1`,
    [organizationId, after],
  );
  return row ?? null;
}
