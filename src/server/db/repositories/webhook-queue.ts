/** Claims due webhook deliveries under a lease, endpoint by endpoint, and records their outcome only while the lease is held. */
import type { AttemptBearing, FailureRun } from '@/domain/webhooks/health';
import type { Pace } from '@/domain/webhooks/pace';
import type { JobScope } from '@/server/job';
import { NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '../organization-clock';
import { statement } from '../transaction';

export interface ClaimedDelivery {
  readonly id: string;
  readonly organization_id: string;
  readonly endpoint_id: string;
  readonly lease_until: Date;
  readonly attempt_count: number;
  readonly first_limited_at: Date | null;
  /** The instant of the claim on the organization's clock. */
  readonly claimed_at: Date;
  readonly webhook_event_id: string;
  /** The request that caused the webhook. */
  readonly request_id: string | null;
  readonly type: string;
  readonly api_version: string;
  /** The payload exactly as it was stored. */
  readonly data: string;
  readonly created_at: Date;
  readonly url: string;
  readonly endpoint_status: 'ACTIVE' | 'DISABLED' | 'ARCHIVED';
  readonly pace: Pace;
  readonly secret: Uint8Array;
  /** Signed with as well; null outside a rotation's overlap. */
  readonly previous_secret: Uint8Array | null;
  /** The recovery that queued it last; null if none did. */
  readonly recovery_id: string | null;
}

export interface ClaimLimits {
  /** The most deliveries to claim for prompt endpoints. */
  readonly room: number;
  /** The same for all other endpoints. */
  readonly roomForSlow: number;
  /** The most deliveries of one endpoint in progress at once. */
  readonly shares: Readonly<Record<Pace, number>>;
  /** The number already in progress in this process, by endpoint. */
  readonly underWay: ReadonlyMap<string, number>;
}

const ENDPOINTS_WAITING = `
  (SELECT endpoint_id FROM webhook_deliveries WHERE status = 'PENDING' ORDER BY endpoint_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.endpoint_id FROM webhook_deliveries d WHERE d.status = 'PENDING' AND d.endpoint_id > waiting.endpoint_id ORDER BY d.endpoint_id LIMIT 1)
  FROM waiting WHERE waiting.endpoint_id IS NOT NULL`;

const EARLIEST_OF_ENDPOINT = `
  SELECT d.next_attempt_at FROM webhook_deliveries d
  WHERE d.endpoint_id = e.id AND d.status = 'PENDING' ORDER BY d.next_attempt_at LIMIT 1`;

/** A pause holds back an active endpoint; deliveries of any other are only to be failed. */
const HELD_BACK_UNTIL = "CASE WHEN e.status = 'ACTIVE' THEN e.rate_limited_until END";

/** Whether a `place` in claim order fits the room left for prompt endpoints, or for the others. */
const WITHIN_ROOM = 'place <= CASE WHEN prompt THEN $3::int ELSE $4::int END';

/**
 * Skips along the index from endpoint to endpoint; those with the fewest deliveries in progress go first, so that a backlog only delays
 * its owner. What is picked passes through arrays, of which the planner expects few elements: it then looks each delivery up by its key
 * and does not read all of them.
 */
const claimSql = (waiting: string, now: string, allowed: string): string => `
  WITH RECURSIVE waiting AS (${waiting}), due_endpoints AS (
    SELECT e.id, ${now} AS now, e.pace = 'PROMPT' AS prompt, busy.deliveries AS busy, shares.share - busy.deliveries AS room,
           row_number() OVER (PARTITION BY e.pace = 'PROMPT' ORDER BY busy.deliveries, earliest.next_attempt_at) AS place
    FROM waiting JOIN webhook_endpoints e ON e.id = waiting.endpoint_id
    JOIN organizations o ON o.id = e.organization_id
    JOIN unnest($5::text[], $6::int[]) AS shares (pace, share) USING (pace)
    CROSS JOIN LATERAL (SELECT coalesce(
      (SELECT b.deliveries FROM unnest($7::uuid[], $8::int[]) AS b (endpoint_id, deliveries) WHERE b.endpoint_id = e.id), 0) AS deliveries) busy
    CROSS JOIN LATERAL (${EARLIEST_OF_ENDPOINT}) earliest
    WHERE ${allowed} AND busy.deliveries < shares.share AND greatest(earliest.next_attempt_at, ${HELD_BACK_UNTIL}) <= ${now}
  ), candidates AS (
    SELECT due.id, e.now, e.prompt, due.next_attempt_at,
           e.busy + row_number() OVER (PARTITION BY e.id ORDER BY due.next_attempt_at, due.id) AS turn
    FROM due_endpoints e CROSS JOIN LATERAL (
      SELECT d.id, d.next_attempt_at FROM webhook_deliveries d
      WHERE d.endpoint_id = e.id AND d.status = 'PENDING' AND d.next_attempt_at <= e.now
      ORDER BY d.next_attempt_at, d.id LIMIT e.room FOR UPDATE SKIP LOCKED
    ) due WHERE ${WITHIN_ROOM}
  ), picked AS (
    SELECT id, now FROM (
      SELECT *, row_number() OVER (PARTITION BY prompt ORDER BY turn, next_attempt_at) AS place FROM candidates
    ) in_turn WHERE ${WITHIN_ROOM}
  ), claimed AS (
    UPDATE webhook_deliveries d SET status = 'SENDING', lease_until = $2, updated_at = few.now
    FROM (SELECT unnest(array_agg(id)) AS id, unnest(array_agg(now)) AS now FROM picked) few WHERE d.id = few.id
    RETURNING d.*, few.now
  )
  SELECT claimed.id, claimed.organization_id, claimed.endpoint_id, claimed.lease_until, claimed.attempt_count, claimed.first_limited_at,
         claimed.now AS claimed_at, claimed.recovery_id, claimed.webhook_event_id, v.request_id, v.type, v.api_version, v.data::text AS data, v.created_at,
         e.url, e.status AS endpoint_status, e.pace, e.secret, CASE WHEN e.previous_secret_until > claimed.now THEN e.previous_secret END AS previous_secret
  FROM claimed JOIN webhook_events v ON v.id = claimed.webhook_event_id JOIN webhook_endpoints e ON e.id = claimed.endpoint_id`;

const CLAIM_ANY = claimSql(ENDPOINTS_WAITING, ORGANIZATION_NOW, NOT_BEING_ADVANCED);
const CLAIM_OF_ENDPOINT = claimSql('SELECT $9::uuid AS endpoint_id', ORGANIZATION_NOW, NOT_BEING_ADVANCED);
const CLAIM_OF_ONE = claimSql(
  'SELECT id AS endpoint_id FROM webhook_endpoints WHERE organization_id = $9',
  '$10::timestamptz',
  '$1::timestamptz IS NOT NULL',
);

/**
 * Claims due deliveries until `leaseUntil` (real time): of all organizations with a running clock, of one whose clock stands,
 * or of one endpoint.
 */
export async function claimDeliveries(
  realNow: Date,
  leaseUntil: Date,
  limits: ClaimLimits,
  scope?: JobScope,
  endpointId?: string,
): Promise<ClaimedDelivery[]> {
  const common = [
    realNow,
    leaseUntil,
    limits.room,
    limits.roomForSlow,
    Object.keys(limits.shares),
    Object.values(limits.shares),
    [...limits.underWay.keys()],
    [...limits.underWay.values()],
  ];
  if (scope) return statement<ClaimedDelivery>(CLAIM_OF_ONE, [...common, scope.id, scope.now]);
  return endpointId === undefined
    ? statement<ClaimedDelivery>(CLAIM_ANY, common)
    : statement<ClaimedDelivery>(CLAIM_OF_ENDPOINT, [...common, endpointId]);
}

/** Endpoints with deliveries to send, or to reclaim from a sender that died. @param now real time. */
export async function endpointsWithDueDeliveries(now: Date): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    `WITH RECURSIVE waiting AS (${ENDPOINTS_WAITING})
     SELECT e.id FROM waiting JOIN webhook_endpoints e ON e.id = waiting.endpoint_id JOIN organizations o ON o.id = e.organization_id
     CROSS JOIN LATERAL (${EARLIEST_OF_ENDPOINT}) earliest
     WHERE ${NOT_BEING_ADVANCED} AND greatest(earliest.next_attempt_at, ${HELD_BACK_UNTIL}) <= ${ORGANIZATION_NOW}
     UNION
     SELECT d.endpoint_id FROM webhook_deliveries d WHERE d.status = 'SENDING' AND d.lease_until <= $1`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/** Makes deliveries whose sender died due again, unchanged. */
export async function reclaimDeliveries(realNow: Date, scope?: JobScope): Promise<void> {
  const reclaim = `UPDATE webhook_deliveries d SET status = 'PENDING', lease_until = NULL FROM organizations o
    WHERE o.id = d.organization_id AND d.status = 'SENDING' AND d.lease_until <= $1 AND `;
  await (scope ? statement(`${reclaim} o.id = $2`, [realNow, scope.id]) : statement(reclaim + NOT_BEING_ADVANCED, [realNow]));
}

/** Releases the leases of deliveries that were not sent: they are due again, unchanged. */
export async function returnDeliveries(claimed: readonly ClaimedDelivery[]): Promise<void> {
  await statement(
    `UPDATE webhook_deliveries d SET status = 'PENDING', lease_until = NULL
     FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS own (id, organization_id, lease_until)
     WHERE d.id = own.id AND d.organization_id = own.organization_id AND d.status = 'SENDING' AND d.lease_until = own.lease_until`,
    [claimed.map(({ id }) => id), claimed.map((one) => one.organization_id), claimed.map((one) => one.lease_until)],
  );
}

export interface AttemptRecord {
  /** Null when nothing could be sent. */
  readonly url: string | null;
  readonly durationMs: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly response: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string } | null;
}

export interface DeliveryUpdate {
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly attempts: number;
  readonly firstLimitedAt: Date | null;
  readonly nextAttemptAt: Date | null;
  /** The endpoint gets no deliveries until then. */
  readonly pausedUntil: Date | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** What the attempt says about the endpoint. */
  readonly bearing: AttemptBearing;
  /** Null when it says nothing about its pace. */
  readonly pace: Pace | null;
  /** Null when nothing was sent. */
  readonly attempt: AttemptRecord | null;
}

const RECORD = `
  WITH delivery AS (
    UPDATE webhook_deliveries
    SET status = $4, attempt_count = $5, first_limited_at = $6, next_attempt_at = $7, error_code = $9, last_error = $10, response_status = $11,
        lease_until = NULL, updated_at = $12, delivered_at = CASE WHEN $4 = 'DELIVERED' THEN $12::timestamptz END
    WHERE id = $1 AND organization_id = $2 AND status = 'SENDING' AND lease_until = $3
    RETURNING id, organization_id, endpoint_id
  ), attempt AS (
    INSERT INTO webhook_attempts (delivery_id, number, organization_id, endpoint_id, attempted_at, duration_ms, request_url, request_headers, response_status, response_headers, response_body, error, error_code)
    SELECT id, (SELECT coalesce(max(number), 0) + 1 FROM webhook_attempts a WHERE a.delivery_id = delivery.id), organization_id, endpoint_id, $12, $13, $18, $14::json, $11, $15, $16, $10, $9
    FROM delivery WHERE $14::json IS NOT NULL
  )
  UPDATE webhook_endpoints e SET
    rate_limited_until = greatest(e.rate_limited_until, $8::timestamptz),
    failing_since = CASE $17 WHEN 'SUCCESS' THEN NULL WHEN 'FAILURE' THEN coalesce(e.failing_since, $12) ELSE e.failing_since END,
    consecutive_failures = CASE $17 WHEN 'SUCCESS' THEN 0 WHEN 'FAILURE' THEN e.consecutive_failures + 1 ELSE e.consecutive_failures END,
    pace = coalesce($19, e.pace)
  FROM delivery
  WHERE e.id = delivery.endpoint_id
    AND ($8::timestamptz IS NOT NULL OR $17 = 'FAILURE' OR ($17 = 'SUCCESS' AND e.failing_since IS NOT NULL) OR $19 <> e.pace)
  RETURNING e.failing_since, e.consecutive_failures`;

/**
 * Records the attempt, the status and what they say about the endpoint in one statement; a delivery whose lease was lost is left to its
 * new holder. @returns the endpoint's run of failures; null when nothing about the endpoint changed.
 */
export async function recordDelivery(claimed: ClaimedDelivery, update: DeliveryUpdate): Promise<FailureRun | null> {
  const { attempt, failure } = update;
  const [run] = await statement<{ failing_since: Date | null; consecutive_failures: number }>(RECORD, [
    claimed.id,
    claimed.organization_id,
    claimed.lease_until,
    update.status,
    update.attempts,
    update.firstLimitedAt,
    update.nextAttemptAt,
    update.pausedUntil,
    failure?.code ?? null,
    failure?.message ?? null,
    attempt?.response?.status ?? null,
    claimed.claimed_at,
    attempt?.durationMs ?? null,
    attempt ? JSON.stringify(attempt.requestHeaders) : null,
    attempt?.response ? JSON.stringify(attempt.response.headers) : null,
    attempt?.response?.body ?? null,
    update.bearing,
    attempt?.url ?? null,
    update.pace,
  ]);
  return run ? { since: run.failing_since, failures: run.consecutive_failures } : null;
}

/** When an organization's next delivery is due, up to `until`, on its clock; those being sent count. */
export async function nextDelivery(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due: Date | null }>(
    `SELECT min(due) AS due FROM (
       SELECT greatest(earliest.next_attempt_at, ${HELD_BACK_UNTIL}) AS due
       FROM webhook_endpoints e CROSS JOIN LATERAL (${EARLIEST_OF_ENDPOINT}) earliest WHERE e.organization_id = $1
       UNION ALL
       SELECT next_attempt_at FROM webhook_deliveries WHERE organization_id = $1 AND status = 'SENDING'
     ) deliveries WHERE due <= $2`,
    [organizationId, until],
  );
  return row?.due ?? null;
}

/** The real time at which the next delivery of any organization is due, up to `until`. */
export async function nextDeliveryOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due: Date | null }>(
    `WITH RECURSIVE waiting AS (${ENDPOINTS_WAITING})
     SELECT min(greatest(earliest.next_attempt_at, ${HELD_BACK_UNTIL}) - o.clock_offset_ms * interval '1 millisecond') AS due
     FROM waiting JOIN webhook_endpoints e ON e.id = waiting.endpoint_id JOIN organizations o ON o.id = e.organization_id
     CROSS JOIN LATERAL (${EARLIEST_OF_ENDPOINT}) earliest`,
  );
  return row?.due && row.due <= until ? row.due : null;
}
