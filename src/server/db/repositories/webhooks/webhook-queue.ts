/**
 * Claims due webhook deliveries under a lease: first it is found which endpoints have how many to send, over all organizations, and then
 * each organization's are taken by their keys. A delivery whose lease has lapsed is due again.
 */
import type { Pace } from '@/domain/webhooks/pace';
import type { JobScope } from '@/server/platform/job';
import { LEAST_OF_ALL, OF_ALL } from '@/server/db/spread';
import { NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement } from '@/server/db/transaction';

export interface ClaimedDelivery {
  readonly id: string;
  readonly organization_id: string;
  readonly endpoint_id: string;
  readonly due_at: Date;
  readonly lease_until: Date;
  /** How many of its attempts, and ends without one, are recorded. */
  readonly recorded: number;
  readonly attempt_count: number;
  readonly first_limited_at: Date | null;
  /** The instant of the claim on the organization's clock. */
  readonly claimed_at: Date;
  readonly webhook_event_id: string;
  /** The request that caused the webhook, as a UUID. */
  readonly request: string | null;
  readonly type: string;
  readonly api_version: string;
  /** The payload exactly as it was stored. */
  readonly data: string;
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
  /** The most in progress at once of prompt endpoints for which that is more than their share. */
  readonly ahead: ReadonlyMap<string, number>;
}

/** With real time as `$1`: nobody is sending it. */
const FREE = '(q.lease_until IS NULL OR q.lease_until <= $1)';

/** Skips along the key from endpoint to endpoint. */
const ENDPOINTS_WAITING = `
  (SELECT organization_id, endpoint_id FROM webhook_queue ORDER BY organization_id, endpoint_id LIMIT 1)
  UNION ALL
  SELECT next.organization_id, next.endpoint_id FROM waiting CROSS JOIN LATERAL (
    SELECT q.organization_id, q.endpoint_id FROM webhook_queue q
    WHERE (q.organization_id, q.endpoint_id) > (waiting.organization_id, waiting.endpoint_id)
    ORDER BY q.organization_id, q.endpoint_id LIMIT 1) next`;

const WAITING_AT = `waiting JOIN webhook_endpoints e ON e.organization_id = waiting.organization_id AND e.id = waiting.endpoint_id
  JOIN organizations o ON o.id = e.organization_id`;

const earliestOfEndpoint = (free: string): string => `
  SELECT q.due_at FROM webhook_queue q
  WHERE q.organization_id = e.organization_id AND q.endpoint_id = e.id AND ${free} ORDER BY q.due_at, q.id LIMIT 1`;

/** A pause holds back an active endpoint; deliveries of any other are only to be failed. */
const HELD_BACK_UNTIL = "CASE WHEN e.status = 'ACTIVE' THEN e.rate_limited_until END";

/** Whether a `place` in claim order fits the room left for prompt endpoints, or for the others. */
const WITHIN_ROOM = 'place <= CASE WHEN prompt THEN $2::int ELSE $3::int END';

/**
 * How many deliveries of which endpoints fit the room; those with the fewest in progress go first, so that a backlog only delays its owner.
 */
const dueSql = (waiting: string, now: string, allowed: string): string => `
  ${OF_ALL} WITH RECURSIVE waiting AS (${waiting}), due_endpoints AS (
    SELECT e.organization_id, e.id, ${now} AS now, e.pace = 'PROMPT' AS prompt, busy.deliveries AS busy, most.deliveries - busy.deliveries AS room,
           row_number() OVER (PARTITION BY e.pace = 'PROMPT' ORDER BY busy.deliveries, earliest.due_at) AS place
    FROM ${WAITING_AT}
    JOIN unnest($4::text[], $5::int[]) AS shares (pace, share) USING (pace)
    CROSS JOIN LATERAL (SELECT coalesce(
      (SELECT b.deliveries FROM unnest($6::uuid[], $7::int[]) AS b (endpoint_id, deliveries) WHERE b.endpoint_id = e.id), 0) AS deliveries) busy
    CROSS JOIN LATERAL (SELECT coalesce(
      (SELECT a.deliveries FROM unnest($8::uuid[], $9::int[]) AS a (endpoint_id, deliveries) WHERE a.endpoint_id = e.id AND e.pace = 'PROMPT'),
      shares.share) AS deliveries) most
    CROSS JOIN LATERAL (${earliestOfEndpoint(FREE)}) earliest
    WHERE ${allowed} AND busy.deliveries < most.deliveries AND greatest(earliest.due_at, ${HELD_BACK_UNTIL}) <= ${now}
  ), candidates AS (
    SELECT e.organization_id, e.id, e.prompt, due.due_at, e.busy + row_number() OVER (PARTITION BY e.id ORDER BY due.due_at) AS turn
    FROM due_endpoints e CROSS JOIN LATERAL (
      SELECT q.due_at FROM webhook_queue q
      WHERE q.organization_id = e.organization_id AND q.endpoint_id = e.id AND q.due_at <= e.now AND ${FREE}
      ORDER BY q.due_at, q.id LIMIT e.room
    ) due WHERE ${WITHIN_ROOM}
  )
  SELECT organization_id, id AS endpoint_id, count(*)::int AS deliveries FROM (
    SELECT *, row_number() OVER (PARTITION BY prompt ORDER BY turn, due_at) AS place FROM candidates
  ) in_turn WHERE ${WITHIN_ROOM} GROUP BY organization_id, id`;

const DUE_OF_ANY = dueSql(ENDPOINTS_WAITING, ORGANIZATION_NOW, NOT_BEING_ADVANCED);
const DUE_OF_ENDPOINT = dueSql(ENDPOINTS_WAITING, ORGANIZATION_NOW, `${NOT_BEING_ADVANCED} AND waiting.endpoint_id = $10`);
const DUE_OF_ONE = dueSql(
  'SELECT organization_id, id AS endpoint_id FROM webhook_endpoints WHERE organization_id = $10',
  '$11::timestamptz',
  '$1::timestamptz IS NOT NULL',
);

interface DueShare {
  organization_id: string;
  endpoint_id: string;
  deliveries: number;
}

/**
 * Takes deliveries of one organization, by their keys: what is picked passes through arrays, of which the planner expects few elements, so
 * that it looks each one up.
 */
const claimSql = (now: string, allowed: string): string => `
  WITH picked AS (
    SELECT due.due_at, due.id, w.endpoint_id, ${now} AS now
    FROM unnest($4::uuid[], $5::int[]) AS w (endpoint_id, deliveries)
    JOIN webhook_endpoints e ON e.organization_id = $2 AND e.id = w.endpoint_id JOIN organizations o ON o.id = $2
    CROSS JOIN LATERAL (
      SELECT q.due_at, q.id FROM webhook_queue q
      WHERE q.organization_id = $2 AND q.endpoint_id = w.endpoint_id AND q.due_at <= ${now} AND ${FREE}
      ORDER BY q.due_at, q.id LIMIT w.deliveries FOR UPDATE SKIP LOCKED
    ) due WHERE ${allowed} AND coalesce(${HELD_BACK_UNTIL} <= ${now}, true)
  ), claimed AS (
    UPDATE webhook_queue q SET lease_until = $3, updated_at = few.now
    FROM (SELECT unnest(array_agg(endpoint_id)) AS endpoint_id, unnest(array_agg(due_at)) AS due_at, unnest(array_agg(id)) AS id,
            unnest(array_agg(now)) AS now FROM picked) few
    WHERE q.organization_id = $2 AND q.endpoint_id = few.endpoint_id AND q.due_at = few.due_at AND q.id = few.id
    RETURNING q.*, few.now
  )
  SELECT claimed.id, claimed.organization_id, claimed.endpoint_id, claimed.due_at, claimed.lease_until, claimed.recorded, claimed.attempt_count,
         claimed.first_limited_at, claimed.now AS claimed_at, claimed.recovery_id, claimed.webhook_event_id, v.request_id AS request, v.type,
         v.api_version, v.data, e.url, e.status AS endpoint_status, e.pace, e.secret,
         CASE WHEN e.previous_secret_until > claimed.now THEN e.previous_secret END AS previous_secret
  FROM claimed JOIN webhook_endpoints e ON e.organization_id = $2 AND e.id = claimed.endpoint_id
  CROSS JOIN LATERAL (
    SELECT request_id, type, api_version, data::text AS data FROM webhook_events WHERE organization_id = $2 AND id = claimed.webhook_event_id OFFSET 0
  ) v`;

const CLAIM = claimSql(ORGANIZATION_NOW, NOT_BEING_ADVANCED);
const CLAIM_OF_ONE = claimSql('$6::timestamptz', 'true');

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
  const due = await dueShares(realNow, limits, scope, endpointId);
  const claims = await Promise.allSettled(
    [...Map.groupBy(due, (share) => share.organization_id)].map(([organizationId, shares]) =>
      statement<ClaimedDelivery>(scope ? CLAIM_OF_ONE : CLAIM, [
        realNow,
        organizationId,
        leaseUntil,
        shares.map((share) => share.endpoint_id),
        shares.map((share) => share.deliveries),
        ...(scope ? [scope.now] : []),
      ]),
    ),
  );
  const claimed = claims.flatMap((claim) => (claim.status === 'fulfilled' ? claim.value : []));
  const failed = claims.find((claim) => claim.status === 'rejected');
  // What others have claimed is under a lease and must be sent; the next claim fails again if it has to.
  if (failed && claimed.length === 0) throw failed.reason;
  return claimed;
}

function dueShares(realNow: Date, limits: ClaimLimits, scope?: JobScope, endpointId?: string): Promise<DueShare[]> {
  const common = [
    realNow,
    limits.room,
    limits.roomForSlow,
    Object.keys(limits.shares),
    Object.values(limits.shares),
    [...limits.underWay.keys()],
    [...limits.underWay.values()],
    [...limits.ahead.keys()],
    [...limits.ahead.values()],
  ];
  if (scope) return statement<DueShare>(DUE_OF_ONE, [...common, scope.id, scope.now]);
  return endpointId === undefined ? statement<DueShare>(DUE_OF_ANY, common) : statement<DueShare>(DUE_OF_ENDPOINT, [...common, endpointId]);
}

/** Endpoints with deliveries to send, also those whose sender died. @param now real time. */
export async function endpointsWithDueDeliveries(now: Date): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    `${OF_ALL} WITH RECURSIVE waiting AS (${ENDPOINTS_WAITING})
     SELECT e.id FROM ${WAITING_AT} CROSS JOIN LATERAL (${earliestOfEndpoint(FREE)}) earliest
     WHERE ${NOT_BEING_ADVANCED} AND greatest(earliest.due_at, ${HELD_BACK_UNTIL}) <= ${ORGANIZATION_NOW}`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/**
 * Makes deliveries of an organization whose sender died wait again, unchanged: whoever moves its clock would otherwise take them for being
 * sent, and wait for them.
 */
export async function releaseLapsed(realNow: Date, { id, now }: JobScope): Promise<void> {
  await statement(
    `UPDATE webhook_queue q SET lease_until = NULL FROM webhook_endpoints e
     WHERE e.organization_id = $1 AND q.organization_id = $1 AND q.endpoint_id = e.id AND q.due_at <= $2 AND q.lease_until <= $3`,
    [id, now, realNow],
  );
}

/** Releases the leases of deliveries that were not sent: they are due again, unchanged. */
export async function returnDeliveries(claimed: readonly ClaimedDelivery[]): Promise<void> {
  for (const [organizationId, own] of Map.groupBy(claimed, (one) => one.organization_id)) {
    await statement(
      `UPDATE webhook_queue q SET lease_until = NULL
       FROM unnest($2::uuid[], $3::timestamptz[], $4::uuid[], $5::timestamptz[]) AS own (endpoint_id, due_at, id, lease_until)
       WHERE q.organization_id = $1 AND q.endpoint_id = own.endpoint_id AND q.due_at = own.due_at AND q.id = own.id AND q.lease_until = own.lease_until`,
      [
        organizationId,
        own.map((one) => one.endpoint_id),
        own.map((one) => one.due_at),
        own.map(({ id }) => id),
        own.map((one) => one.lease_until),
      ],
    );
  }
}

const NOBODY_SENDS = 'q.lease_until IS NULL';

/** When an organization's next delivery is due, up to `until`, on its clock; those being sent count. */
export async function nextDelivery(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due: Date | null }>(
    `SELECT min(due) AS due FROM (
       SELECT greatest(earliest.due_at, ${HELD_BACK_UNTIL}) AS due
       FROM webhook_endpoints e CROSS JOIN LATERAL (${earliestOfEndpoint(NOBODY_SENDS)}) earliest WHERE e.organization_id = $1
       UNION ALL
       SELECT sending.due_at FROM webhook_endpoints e CROSS JOIN LATERAL (${earliestOfEndpoint('q.lease_until IS NOT NULL AND q.due_at <= $2')}) sending
       WHERE e.organization_id = $1
     ) deliveries WHERE due <= $2`,
    [organizationId, until],
  );
  return row?.due ?? null;
}

/** The real time at which the next delivery of any organization is due, up to `until`. */
export async function nextDeliveryOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due: Date | null }>(
    `${LEAST_OF_ALL} WITH RECURSIVE waiting AS (${ENDPOINTS_WAITING})
     SELECT min(greatest(earliest.due_at, ${HELD_BACK_UNTIL}) - o.clock_offset_ms * interval '1 millisecond') AS due
     FROM ${WAITING_AT} CROSS JOIN LATERAL (${earliestOfEndpoint(NOBODY_SENDS)}) earliest`,
  );
  return row?.due && row.due <= until ? row.due : null;
}
