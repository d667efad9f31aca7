/**
 * Records what became of webhook deliveries. The statement that ends one, or puts it off, also takes it from the queue or moves it there, and
 * tells what the attempt says about the endpoint. Its months are dropped when they are past their time.
 */
import type { HealthEffect, FailureRun } from '@/domain/webhooks/health';
import type { Pace } from '@/domain/webhooks/pace';
import { packExchange, unpackExchange } from '@/server/db/repositories/webhooks/webhook-exchange';
import type { Partitioned } from '@/server/db/partitions';
import { statement, type Tx } from '@/server/db/transaction';
import type { ClaimedDelivery } from './webhook-queue';

interface AttemptRecord {
  /** Null when nothing could be sent. */
  readonly url: string | null;
  readonly durationMs: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly response: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string } | null;
}

interface DeliveryUpdate {
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly attempts: number;
  readonly firstLimitedAt: Date | null;
  readonly nextAttemptAt: Date | null;
  /** The endpoint gets no deliveries until then. */
  readonly pausedUntil: Date | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** What the attempt says about the endpoint. */
  readonly healthEffect: HealthEffect;
  /** Null when it says nothing about its pace. */
  readonly pace: Pace | null;
  /** Null when nothing was sent. */
  readonly attempt: AttemptRecord | null;
}

const CLAIMED = 'organization_id = $1 AND endpoint_id = $2 AND due_at = $3 AND id = $4 AND lease_until = $5';
const END = `DELETE FROM webhook_queue WHERE ${CLAIMED} RETURNING *`;
const PUT_OFF = `UPDATE webhook_queue SET due_at = $18, lease_until = NULL, recorded = recorded + 1, attempt_count = $8, first_limited_at = $19,
  response_status = $9, error_code = $12, last_error = $13, updated_at = $6 WHERE ${CLAIMED} RETURNING *`;

const recordSql = (take: string): string => `
  WITH delivery AS (${take}), attempt AS (
    INSERT INTO webhook_attempts (organization_id, delivery_id, endpoint_id, webhook_event_id, attempted_at, number, duration_ms, attempt_count,
      response_status, outcome, exchange, error_code, error, recovery_id)
    SELECT organization_id, id, endpoint_id, webhook_event_id, $6::timestamptz, $7, $10, $8, $9, $11, $14, $12, $13, recovery_id FROM delivery
  )
  UPDATE webhook_endpoints e SET
    rate_limited_until = greatest(e.rate_limited_until, $15::timestamptz),
    failing_since = CASE $16 WHEN 'SUCCESS' THEN NULL WHEN 'FAILURE' THEN coalesce(e.failing_since, $6) ELSE e.failing_since END,
    consecutive_failures = CASE $16 WHEN 'SUCCESS' THEN 0 WHEN 'FAILURE' THEN e.consecutive_failures + 1 ELSE e.consecutive_failures END,
    pace = coalesce($17, e.pace)
  FROM delivery
  WHERE e.organization_id = $1 AND e.id = $2
    AND ($15::timestamptz IS NOT NULL OR $16 = 'FAILURE' OR ($16 = 'SUCCESS' AND e.failing_since IS NOT NULL) OR $17 <> e.pace)
  RETURNING e.failing_since, e.consecutive_failures`;

const RECORD_END = recordSql(END);
const RECORD_RETRY = recordSql(PUT_OFF);

/**
 * Records the attempt, its outcome and what they say about the endpoint in one statement; a delivery whose lease was lost is left to its
 * new holder. @returns the endpoint's run of failures; null when nothing about the endpoint changed.
 */
export async function recordDelivery(claimed: ClaimedDelivery, update: DeliveryUpdate): Promise<FailureRun | null> {
  const { attempt, failure } = update;
  const isPutOff = update.status === 'PENDING';
  const [run] = await statement<{ failing_since: Date | null; consecutive_failures: number }>(isPutOff ? RECORD_RETRY : RECORD_END, [
    claimed.organization_id,
    claimed.endpoint_id,
    claimed.due_at,
    claimed.id,
    claimed.lease_until,
    claimed.claimed_at,
    claimed.recorded + 1,
    update.attempts,
    attempt?.response?.status ?? null,
    attempt?.durationMs ?? null,
    isPutOff ? 'RETRY' : update.status,
    failure?.code ?? null,
    failure?.message ?? null,
    attempt ? packExchange(claimed.webhook_event_id, attempt) : null,
    update.pausedUntil,
    update.healthEffect,
    update.pace,
    ...(isPutOff ? [update.nextAttemptAt, update.firstLimitedAt] : []),
  ]);
  return run ? { since: run.failing_since, failures: run.consecutive_failures } : null;
}

/** Fails what is queued for an endpoint; what is being sent right now is left to finish. */
export async function failQueuedDeliveries(
  tx: Tx,
  organizationId: string,
  endpointId: string,
  failure: { code: string; message: string },
  now: Date,
): Promise<void> {
  await tx.query(
    `WITH failed AS (DELETE FROM webhook_queue WHERE organization_id = $1 AND endpoint_id = $2 AND lease_until IS NULL RETURNING *)
     INSERT INTO webhook_attempts (organization_id, delivery_id, endpoint_id, webhook_event_id, attempted_at, number, attempt_count,
       response_status, outcome, error_code, error, recovery_id)
     SELECT organization_id, id, endpoint_id, webhook_event_id, $5::timestamptz, recorded + 1, attempt_count, response_status, 'FAILED', $3, $4, recovery_id
     FROM failed`,
    [organizationId, endpointId, failure.code, failure.message, now],
  );
}

/** Its partitions are months, of which the coming ones are made ahead. A delivery that waits keeps what was attempted before. */
export const WEBHOOK_ATTEMPT_PARTITIONS: Partitioned = {
  table: 'webhook_attempts',
  key: 'delivery_id',
  unit: 'month',
  ahead: 1,
  neededBy: { table: 'webhook_queue', column: 'id' },
  packed: {
    column: 'exchange',
    unpack: ({ exchange, webhook_event_id: envelope }) =>
      exchange === null ? null : unpackExchange(envelope as string, exchange as Buffer),
  },
};

/** The same for envelopes, which a delivery that waits will send. */
export const WEBHOOK_EVENT_PARTITIONS: Partitioned = {
  table: 'webhook_events',
  key: 'id',
  unit: 'month',
  ahead: 1,
  neededBy: { table: 'webhook_queue', column: 'webhook_event_id' },
};
