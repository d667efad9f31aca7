/**
 * Records what became of webhook deliveries, of many at once. The statement that ends one, or puts it off, also takes it from the queue or
 * moves it there, and tells what the attempt says about the endpoint. Its months are dropped when they are past their time.
 */
import { present } from '@/domain/assert';
import type { HealthEffect, FailureRun } from '@/domain/webhooks/health';
import type { Pace } from '@/domain/webhooks/pace';
import { packExchange, unpackExchange } from '@/server/db/repositories/webhooks/webhook-exchange';
import { isSpread } from '@/server/db/client';
import { arraysOf, namesOf, rowsOf } from '@/server/db/columns';
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

/** A claimed delivery and what became of it. */
export interface AttemptedDelivery {
  readonly claimed: ClaimedDelivery;
  readonly update: DeliveryUpdate;
}

const OUTCOME = {
  organization_id: ['uuid', ({ claimed }: AttemptedDelivery) => claimed.organization_id],
  endpoint_id: ['uuid', ({ claimed }: AttemptedDelivery) => claimed.endpoint_id],
  due_at: ['timestamptz', ({ claimed }: AttemptedDelivery) => claimed.due_at],
  id: ['uuid', ({ claimed }: AttemptedDelivery) => claimed.id],
  lease_until: ['timestamptz', ({ claimed }: AttemptedDelivery) => claimed.lease_until],
  attempted_at: ['timestamptz', ({ claimed }: AttemptedDelivery) => claimed.claimed_at],
  number: ['int', ({ claimed }: AttemptedDelivery) => claimed.recorded + 1],
  outcome: ['text', ({ update }: AttemptedDelivery) => (update.status === 'PENDING' ? 'RETRY' : update.status)],
  attempt_count: ['smallint', ({ update }: AttemptedDelivery) => update.attempts],
  first_limited_at: ['timestamptz', ({ update }: AttemptedDelivery) => update.firstLimitedAt],
  next_attempt_at: ['timestamptz', ({ update }: AttemptedDelivery) => update.nextAttemptAt],
  paused_until: ['timestamptz', ({ update }: AttemptedDelivery) => update.pausedUntil],
  error_code: ['text', ({ update }: AttemptedDelivery) => update.failure?.code ?? null],
  error: ['text', ({ update }: AttemptedDelivery) => update.failure?.message ?? null],
  health: ['text', ({ update }: AttemptedDelivery) => update.healthEffect],
  pace: ['text', ({ update }: AttemptedDelivery) => update.pace],
  response_status: ['smallint', ({ update }: AttemptedDelivery) => update.attempt?.response?.status ?? null],
  duration_ms: ['int', ({ update }: AttemptedDelivery) => update.attempt?.durationMs ?? null],
  exchange: ['bytea', ({ claimed, update: { attempt } }: AttemptedDelivery) => attempt && packExchange(claimed.webhook_event_id, attempt)],
} as const;

const CLAIMED = `q.organization_id = o.organization_id AND q.endpoint_id = o.endpoint_id AND q.due_at = o.due_at AND q.id = o.id
  AND q.lease_until = o.lease_until`;

/** The outcomes of all that are given, in parameters from this one on, or of those of one organization. */
const outcomes = (parameter: number, which: string): string =>
  `(SELECT * FROM ${rowsOf(OUTCOME, parameter)} WITH ORDINALITY AS o (${namesOf(OUTCOME)}, place) ${which}) o`;

/**
 * Only an endpoint about which something changes is written, and locked before that: in one order, so that two batches never wait for each
 * other. What several attempts say about one counts in the order in which they are given.
 */
const recordSql = (told: string, lock: string): string => `
  WITH ended AS (
    DELETE FROM webhook_queue q USING ${told} WHERE ${CLAIMED} AND o.outcome <> 'RETRY' RETURNING q.webhook_event_id, q.recovery_id, o.*
  ), put_off AS (
    UPDATE webhook_queue q SET due_at = o.next_attempt_at, lease_until = NULL, recorded = o.number, attempt_count = o.attempt_count,
      first_limited_at = o.first_limited_at, response_status = o.response_status, error_code = o.error_code, last_error = o.error,
      updated_at = o.attempted_at
    FROM ${told} WHERE ${CLAIMED} AND o.outcome = 'RETRY' RETURNING q.webhook_event_id, q.recovery_id, o.*
  ), recorded AS (
    SELECT * FROM ended UNION ALL SELECT * FROM put_off
  ), attempts AS (
    INSERT INTO webhook_attempts (organization_id, delivery_id, endpoint_id, webhook_event_id, attempted_at, number, duration_ms, attempt_count,
      response_status, outcome, exchange, error_code, error, recovery_id)
    SELECT organization_id, id, endpoint_id, webhook_event_id, attempted_at, number, duration_ms, attempt_count,
      response_status, outcome, exchange, error_code, error, recovery_id FROM recorded
  ), said AS (
    SELECT organization_id, endpoint_id, max(paused_until) AS paused_until, bool_or(health = 'SUCCESS') AS succeeded,
      count(*) FILTER (WHERE health = 'FAILURE' AND place > last_success)::int AS failures,
      (array_agg(attempted_at ORDER BY place) FILTER (WHERE health = 'FAILURE' AND place > last_success))[1] AS failing_since,
      (array_agg(pace ORDER BY place DESC) FILTER (WHERE pace IS NOT NULL))[1] AS pace
    FROM (
      SELECT *, coalesce(max(place) FILTER (WHERE health = 'SUCCESS') OVER (PARTITION BY organization_id, endpoint_id), 0) AS last_success FROM recorded
    ) r GROUP BY organization_id, endpoint_id
  ), news AS (
    SELECT e.organization_id, e.id, s.paused_until, s.succeeded, s.failures, s.failing_since, s.pace
    FROM said s JOIN webhook_endpoints e ON e.organization_id = s.organization_id AND e.id = s.endpoint_id
    WHERE s.paused_until IS NOT NULL OR s.failures > 0 OR (s.succeeded AND e.failing_since IS NOT NULL) OR s.pace <> e.pace
    ORDER BY e.organization_id, e.id ${lock}
  )
  UPDATE webhook_endpoints e SET
    rate_limited_until = greatest(e.rate_limited_until, news.paused_until),
    failing_since = CASE WHEN news.succeeded THEN news.failing_since ELSE coalesce(e.failing_since, news.failing_since) END,
    consecutive_failures = CASE WHEN news.succeeded THEN 0 ELSE e.consecutive_failures END + news.failures,
    pace = coalesce(news.pace, e.pace)
  FROM news WHERE e.organization_id = news.organization_id AND e.id = news.id
  RETURNING e.id, e.failing_since, e.consecutive_failures`;

const RECORD = recordSql(outcomes(1, ''), 'FOR NO KEY UPDATE OF e');
/** A Citus takes no lock in such a statement. */
const RECORD_OF_ONE = recordSql(outcomes(2, 'WHERE organization_id = $1::uuid'), '');

/**
 * Records attempts, their outcomes and what they say about their endpoints in one statement, all or none; a delivery whose lease was lost is
 * left to its new holder. Where tables are spread over nodes, they are of one organization. @returns for each the run of failures of its
 * endpoint; null where nothing about that changed.
 */
export async function recordDeliveries(attempted: readonly AttemptedDelivery[]): Promise<(FailureRun | null)[]> {
  const values = arraysOf(OUTCOME, attempted);
  const rows = isSpread()
    ? await statement<RunRow>(RECORD_OF_ONE, [
        present(attempted[0], 'a batch has at least one delivery').claimed.organization_id,
        ...values,
      ])
    : await statement<RunRow>(RECORD, values);
  const runs = new Map(rows.map(({ id, failing_since: since, consecutive_failures: failures }) => [id, { since, failures }]));
  return attempted.map(({ claimed }) => runs.get(claimed.endpoint_id) ?? null);
}

interface RunRow {
  id: string;
  failing_since: Date | null;
  consecutive_failures: number;
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
    // The columns that are selected for it: bytes, and the id of the envelope.
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
