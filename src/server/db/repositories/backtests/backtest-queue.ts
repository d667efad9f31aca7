/** Manages the queue of backtests: claiming one, renewing its lease, reporting its progress and ending it. Leases run in real time. */
import type { Difference } from '@/domain/backtests/differences';
import type { BacktestResult } from '@/domain/backtests/result';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { BacktestDifference } from '@/server/db/generated/client';
import { firstOfEachOrganization } from '@/server/db/organization-clock';
import { statement, withTransaction, type Tx } from '@/server/db/transaction';
import type { BacktestedRule } from './backtests';

export interface ClaimedBacktest {
  readonly id: string;
  readonly organization_id: string;
  readonly program_id: string;
  readonly window_from: Date;
  readonly window_to: Date;
  readonly participant_ids: string[] | null;
  readonly rules: BacktestedRule[];
  readonly rule_configuration_version: number;
  readonly attempts: number;
  readonly clock_offset_ms: number;
}

/** Identifies a backtest. */
type BacktestKey = Pick<ClaimedBacktest, 'organization_id' | 'id'>;

const unleased = (row: string): string =>
  `${row}.status IN ('QUEUED', 'RUNNING') AND (${row}.lease_until IS NULL OR ${row}.lease_until <= $1)`;

const WAITING = `SELECT w.organization_id FROM ${firstOfEachOrganization('backtests', 'q.created_at, q.id', unleased('q'), 'q.created_at, q.id')} w
  ORDER BY w.created_at, w.id`;

const CLAIM = `
  UPDATE backtests b SET status = 'RUNNING', lease_token = $2, lease_until = $3, attempts = attempts + 1, processed = 0, total = NULL
  FROM organizations o
  WHERE b.organization_id = $4 AND o.id = $4 AND b.id = (
    SELECT q.id FROM backtests q WHERE q.organization_id = $4 AND ${unleased('q')} ORDER BY q.created_at, q.id LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING b.id, b.organization_id, b.program_id, b.window_from, b.window_to, b.participant_ids, b.rules, b.rule_configuration_version, b.attempts, o.clock_offset_ms`;

/** Claims the oldest open backtest that nobody has leased; it starts over from the beginning. @param now real time. */
export async function claimBacktest(now: Date, token: string, leaseUntil: Date): Promise<ClaimedBacktest | null> {
  for (const { organization_id } of await statement<{ organization_id: string }>(WAITING, [now])) {
    const [row] = await statement<ClaimedBacktest>(CLAIM, [now, token, leaseUntil, organization_id]);
    if (row) return row;
  }
  return null;
}

/** Whether to continue: false once the backtest was cancelled or its lease was lost. */
export async function recordBacktestProgress(
  { organization_id, id }: BacktestKey,
  token: string,
  progress: { processed: number; total: number },
  leaseUntil: Date,
  now: Date,
): Promise<boolean> {
  const rows = await statement(
    `UPDATE backtests SET processed = $4, total = $5, lease_until = $6, updated_at = $7
     WHERE organization_id = $1 AND id = $2 AND lease_token = $3 AND status = 'RUNNING' RETURNING 1`,
    [organization_id, id, token, progress.processed, progress.total, leaseUntil, now],
  );
  return rows.length > 0;
}

/** Renews the lease while there is no progress to report. */
export async function renewBacktest({ organization_id, id }: BacktestKey, token: string, leaseUntil: Date): Promise<void> {
  await statement(
    `UPDATE backtests SET lease_until = $4 WHERE organization_id = $1 AND id = $2 AND lease_token = $3 AND status = 'RUNNING'`,
    [organization_id, id, token, leaseUntil],
  );
}

/** Returns it to the queue for another worker. */
export async function releaseBacktest({ organization_id, id }: BacktestKey, token: string): Promise<void> {
  await statement(
    `UPDATE backtests SET status = 'QUEUED', lease_token = NULL, lease_until = NULL
     WHERE organization_id = $1 AND id = $2 AND lease_token = $3 AND status = 'RUNNING'`,
    [organization_id, id, token],
  );
}

/** The outcome of a backtest, or why it failed. */
type BacktestEnd = { readonly result: BacktestResult; readonly differences: readonly Difference[] } | { readonly error: string };

export async function endBacktest(key: BacktestKey, token: string, end: BacktestEnd, now: Date): Promise<void> {
  const completed = 'result' in end;
  const [status, result, differences, error] = completed
    ? ['COMPLETED', JSON.stringify(end.result), end.differences, null]
    : ['FAILED', null, [], end.error];
  await withTransaction(async (tx) => {
    const ended = await tx.query(
      `UPDATE backtests SET status = $4, result = $5::json, error_message = $6, difference_count = $8, completed_at = $7, updated_at = $7, lease_token = NULL, lease_until = NULL
       WHERE organization_id = $1 AND id = $2 AND lease_token = $3 AND status = 'RUNNING' RETURNING 1`,
      [key.organization_id, key.id, token, status, result, error, now, completed ? differences.length : null],
    );
    if (ended.length > 0 && differences.length > 0) await insertDifferences(tx, key, differences);
  });
}

const DIFFERENCES: Columns<BacktestDifference, Difference, 'organization_id' | 'backtest_id'> = {
  holder_type: ['text', ({ holder }) => holder.type],
  holder_id: ['uuid', ({ holder }) => holder.id],
  asset_id: ['uuid', ({ assetId }) => assetId],
  actual: ['numeric', ({ actual }) => actual.toFixed()],
  backtest: ['numeric', ({ backtest }) => backtest.toFixed()],
};

async function insertDifferences(tx: Tx, { organization_id, id }: BacktestKey, differences: readonly Difference[]): Promise<void> {
  await tx.query(
    `INSERT INTO backtest_differences (organization_id, backtest_id, ${namesOf(DIFFERENCES)}) SELECT $1, $2, * FROM ${rowsOf(DIFFERENCES, 3)}`,
    [organization_id, id, ...arraysOf(DIFFERENCES, differences)],
  );
}
