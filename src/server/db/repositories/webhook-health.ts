/** How webhook endpoints are doing: their attempts in figures, and those that people should be told of. */
import { statement } from '../transaction';

export interface AttemptSummary {
  readonly attempts: number;
  readonly succeeded: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

const COUNTED = `organization_id = $1 AND endpoint_id = $2 AND attempted_at >= $3
  AND (error_code IS NULL OR error_code NOT IN ('rate_limited', 'signing_error'))`;
const SUMMARY = `count(*)::int AS attempts, (count(*) FILTER (WHERE error_code IS NULL))::int AS succeeded,
  percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) AS p50_ms, percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95_ms`;

/** The attempts at an endpoint since `from`, without those answered with 429 and those never sent; one scan of one index. */
export async function summarizeAttempts(organizationId: string, endpointId: string, from: Date): Promise<AttemptSummary> {
  const [row] = await statement<AttemptSummary>(`SELECT ${SUMMARY} FROM webhook_attempts WHERE ${COUNTED}`, [
    organizationId,
    endpointId,
    from,
  ]);
  return row ?? { attempts: 0, succeeded: 0, p50_ms: null, p95_ms: null };
}

/** The same for every span of `spanMs` since `from` in which there was an attempt; `span` counts from 0. */
export function summarizeSpans(
  organizationId: string,
  endpointId: string,
  from: Date,
  spanMs: number,
): Promise<(AttemptSummary & { span: number })[]> {
  return statement<AttemptSummary & { span: number }>(
    `SELECT floor(extract(epoch FROM attempted_at - $3::timestamptz) * 1000 / $4::float8)::int AS span, ${SUMMARY}
     FROM webhook_attempts WHERE ${COUNTED} GROUP BY span ORDER BY span`,
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
    `SELECT attempted_at, error_code, delivery_id FROM webhook_attempts WHERE ${COUNTED} AND error_code IS NOT NULL
     ORDER BY attempted_at DESC, delivery_id DESC LIMIT 1`,
    [organizationId, endpointId, from],
  );
  return row ?? null;
}

export interface TroubledEndpointRow {
  id: string;
  url: string;
  status: 'ACTIVE' | 'DISABLED';
  failing_since: Date;
  consecutive_failures: number;
}

/** Endpoints with at least `failures` failed attempts in a row, and those disabled for it; the longest failing first. */
export function listTroubledEndpoints(organizationId: string, failures: number, limit: number): Promise<TroubledEndpointRow[]> {
  return statement<TroubledEndpointRow>(
    `SELECT id, url, status, failing_since, consecutive_failures FROM webhook_endpoints
     WHERE organization_id = $1 AND ((status = 'ACTIVE' AND consecutive_failures >= $2) OR disabled_reason = 'SUSTAINED_FAILURE')
     ORDER BY failing_since, id LIMIT $3`,
    [organizationId, failures, limit],
  );
}
