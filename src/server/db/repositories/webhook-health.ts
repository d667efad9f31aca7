/** How webhook endpoints are doing: their attempts in figures, and those that people should be told of. */
import { statement } from '../transaction';

export interface AttemptSummary {
  readonly attempts: number;
  readonly succeeded: number;
  readonly p95_ms: number | null;
}

/** The attempts at an endpoint since `from`, without those answered with 429 and those never sent; one scan of one index. */
export async function summarizeAttempts(organizationId: string, endpointId: string, from: Date): Promise<AttemptSummary> {
  const [row] = await statement<AttemptSummary>(
    `SELECT count(*)::int AS attempts, (count(*) FILTER (WHERE error_code IS NULL))::int AS succeeded,
            percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS p95_ms
     FROM webhook_attempts
     WHERE organization_id = $1 AND endpoint_id = $2 AND attempted_at >= $3
       AND (error_code IS NULL OR error_code NOT IN ('rate_limited', 'signing_error'))`,
    [organizationId, endpointId, from],
  );
  return row ?? { attempts: 0, succeeded: 0, p95_ms: null };
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
