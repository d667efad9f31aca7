/** Reports how webhook endpoints are doing: statistics of their attempts, and the endpoints that need attention. */
import type { AttemptGroup } from '@/domain/webhooks/attempt-figures';
import { statement } from '@/server/db/transaction';

/**
 * The attempts at an endpoint since `$3`, and only what an index holds of them: those made within an hour of their delivery's creation are
 * found by its id, later ones by their own time. Those answered with 429 and those never sent do not count.
 */
const COUNTED = `(
    SELECT attempted_at, duration_ms, error_code, delivery_id FROM webhook_attempts
    WHERE organization_id = $1 AND endpoint_id = $2 AND delivery_id >= first_id_at($3::timestamptz - interval '1 hour') AND NOT late AND attempted_at >= $3
    UNION ALL
    SELECT attempted_at, duration_ms, error_code, delivery_id FROM webhook_attempts
    WHERE organization_id = $1 AND endpoint_id = $2 AND late AND attempted_at >= $3
  ) made WHERE duration_ms IS NOT NULL AND (error_code IS NULL OR error_code NOT IN ('rate_limited', 'signing_error'))`;

export interface CountedAttempts extends AttemptGroup {
  /** The start of the time span in which they were made. */
  readonly since: Date;
}

/**
 * The attempts at an endpoint since `from`, except those answered with 429 and those never sent, grouped by spans of `spanMs` and by
 * duration, shortest first.
 */
export function countAttempts(organizationId: string, endpointId: string, from: Date, spanMs: number): Promise<CountedAttempts[]> {
  return statement<CountedAttempts>(
    `SELECT date_bin(make_interval(secs => $4::float8 / 1000), attempted_at, $3::timestamptz) AS since, duration_ms,
            count(*)::int AS attempts, (count(*) FILTER (WHERE error_code IS NULL))::int AS succeeded
     FROM ${COUNTED} GROUP BY since, duration_ms ORDER BY duration_ms`,
    [organizationId, endpointId, from, spanMs],
  );
}

export interface LastFailure {
  readonly attempted_at: Date;
  readonly error_code: string;
  readonly delivery_id: string;
}

/** The latest of the counted attempts since `from` that failed. */
export async function findLastFailure(organizationId: string, endpointId: string, from: Date): Promise<LastFailure | null> {
  const [row] = await statement<LastFailure>(
    `SELECT attempted_at, error_code, delivery_id FROM ${COUNTED} AND error_code IS NOT NULL
     ORDER BY attempted_at DESC, delivery_id DESC LIMIT 1`,
    [organizationId, endpointId, from],
  );
  return row ?? null;
}

interface TroubledEndpointRow {
  id: string;
  url: string;
  status: 'ACTIVE' | 'DISABLED';
  failing_since: Date;
  consecutive_failures: number;
}

/** Endpoints with at least `failures` failed attempts in a row, and those disabled for it; longest failing first. */
export function listTroubledEndpoints(organizationId: string, failures: number, limit: number): Promise<TroubledEndpointRow[]> {
  return statement<TroubledEndpointRow>(
    `SELECT id, url, status, failing_since, consecutive_failures FROM webhook_endpoints
     WHERE organization_id = $1 AND ((status = 'ACTIVE' AND consecutive_failures >= $2) OR disabled_reason = 'SUSTAINED_FAILURE')
     ORDER BY failing_since, id LIMIT $3`,
    [organizationId, failures, limit],
  );
}
