/** Manages the queue of backtests: claiming one, renewing its lease, reporting its progress and ending it. Leases run in real time. */
import type { Difference } from '@/domain/backtests/differences';
import type { BacktestResult } from '@/domain/backtests/result';
import { statement, withTransaction, type Tx } from '../transaction';
import type { KeptRule } from './backtests';

export interface ClaimedBacktest {
  readonly id: string;
  readonly organization_id: string;
  readonly program_id: string;
  readonly window_from: Date;
  readonly window_to: Date;
  readonly participant_ids: string[] | null;
  readonly rules: KeptRule[];
  readonly rule_configuration_version: number;
  readonly attempts: number;
  readonly clock_offset_ms: number;
}

/** Claims the oldest open backtest that nobody has leased; it starts over from the beginning. @param now real time. */
export async function claimBacktest(now: Date, token: string, leaseUntil: Date): Promise<ClaimedBacktest | null> {
  const [row] = await statement<ClaimedBacktest>(
    `UPDATE backtests b SET status = 'RUNNING', lease_token = $2, lease_until = $3, attempts = attempts + 1, processed = 0, total = NULL
     FROM organizations o
     WHERE o.id = b.organization_id AND b.id = (
       SELECT id FROM backtests WHERE status IN ('QUEUED', 'RUNNING') AND (lease_until IS NULL OR lease_until <= $1)
       ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING b.id, b.organization_id, b.program_id, b.window_from, b.window_to, b.participant_ids, b.rules, b.rule_configuration_version, b.attempts, o.clock_offset_ms`,
    [now, token, leaseUntil],
  );
  return row ?? null;
}

/** Whether to continue: false once the backtest was cancelled or its lease was lost. */
export async function recordBacktestProgress(
  id: string,
  token: string,
  progress: { processed: number; total: number },
  leaseUntil: Date,
  now: Date,
): Promise<boolean> {
  const rows = await statement(
    `UPDATE backtests SET processed = $3, total = $4, lease_until = $5, updated_at = $6 WHERE id = $1 AND lease_token = $2 AND status = 'RUNNING' RETURNING 1`,
    [id, token, progress.processed, progress.total, leaseUntil, now],
  );
  return rows.length > 0;
}

/** Renews the lease while there is no progress to report. */
export async function renewBacktest(id: string, token: string, leaseUntil: Date): Promise<void> {
  await statement(`UPDATE backtests SET lease_until = $3 WHERE id = $1 AND lease_token = $2 AND status = 'RUNNING'`, [
    id,
    token,
    leaseUntil,
  ]);
}

/** Returns it to the queue for another worker. */
export async function releaseBacktest(id: string, token: string): Promise<void> {
  await statement(
    `UPDATE backtests SET status = 'QUEUED', lease_token = NULL, lease_until = NULL WHERE id = $1 AND lease_token = $2 AND status = 'RUNNING'`,
    [id, token],
  );
}

/** The outcome of a backtest, or why it failed. */
export type BacktestEnd = { readonly result: BacktestResult; readonly differences: readonly Difference[] } | { readonly error: string };

export async function endBacktest(id: string, token: string, end: BacktestEnd, now: Date): Promise<void> {
  const completed = 'result' in end;
  const [status, result, differences, error] = completed
    ? ['COMPLETED', JSON.stringify(end.result), end.differences, null]
    : ['FAILED', null, [], end.error];
  await withTransaction(async (tx) => {
    const ended = await tx.query(
      `UPDATE backtests SET status = $3, result = $4::json, error_message = $5, difference_count = $7, completed_at = $6, updated_at = $6, lease_token = NULL, lease_until = NULL
       WHERE id = $1 AND lease_token = $2 AND status = 'RUNNING' RETURNING 1`,
      [id, token, status, result, error, now, completed ? differences.length : null],
    );
    if (ended.length > 0 && differences.length > 0) await insertDifferences(tx, id, differences);
  });
}

async function insertDifferences(tx: Tx, id: string, differences: readonly Difference[]): Promise<void> {
  await tx.query(
    `INSERT INTO backtest_differences (organization_id, backtest_id, holder_type, holder_id, asset_id, actual, backtest)
     SELECT b.organization_id, b.id, d.* FROM backtests b
     CROSS JOIN unnest($2::text[], $3::uuid[], $4::uuid[], $5::numeric[], $6::numeric[]) AS d (holder_type, holder_id, asset_id, actual, backtest)
     WHERE b.id = $1`,
    [
      id,
      differences.map(({ holder }) => holder.type),
      differences.map(({ holder }) => holder.id),
      differences.map(({ assetId }) => assetId),
      differences.map(({ actual }) => actual.toFixed()),
      differences.map(({ backtest }) => backtest.toFixed()),
    ],
  );
}
