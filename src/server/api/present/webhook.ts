/** Presents webhook endpoints with their health, deliveries with their attempts, and recoveries. */
import type {
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEndpointDetail,
  WebhookEventType,
} from '@/contract/webhook';
import type { WebhookEndpointHealth, WebhookHealthReport } from '@/contract/webhook-health';
import type { WebhookRecovery } from '@/contract/webhook-recovery';
import { EVENT_TYPES, type WebhookType } from '@/domain/webhooks/catalog';
import type { WebhookAttemptRow, WebhookDeliveryRow } from '@/server/db/repositories/webhooks/webhook-deliveries';
import type { WebhookEndpointRow } from '@/server/db/repositories/webhooks/webhook-endpoints';
import type { WebhookRecoveryRow } from '@/server/db/repositories/webhooks/webhook-recoveries';
import { envelopeBody } from '@/server/services/webhooks/attempts';
import type { DeliveryWithAttempts } from '@/server/services/webhooks/deliveries';
import type { EndpointHealth, SummarizedPeriod } from '@/server/services/webhooks/endpoint-health';
import { presentTime } from './time';

/** @param now on the organization's clock: pauses and secret overlaps that have ended are left out. */
export function presentEndpoint(row: WebhookEndpointRow, now: Date): WebhookEndpoint {
  const ahead = (time: Date | null): string | null => (time && time > now ? presentTime(time) : null);
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    enabled_events: row.enabled_events,
    status: row.status,
    rate_limited_until: ahead(row.rate_limited_until),
    failing_since: presentTime(row.failing_since),
    consecutive_failures: row.consecutive_failures,
    disabled_at: presentTime(row.disabled_at),
    disabled_reason: row.disabled_reason,
    previous_secret_until: ahead(row.previous_secret_until),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}

export function presentEndpointDetail(row: WebhookEndpointRow, health: EndpointHealth): WebhookEndpointDetail {
  return { ...presentEndpoint(row, health.to), health: presentHealth(health) };
}

export function presentDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    webhook_id: row.webhook_event_id,
    event_type: row.type,
    status: row.status,
    attempt_count: row.attempt_count,
    next_attempt_at: row.status === 'PENDING' ? presentTime(row.next_attempt_at) : null,
    last_error: row.last_error,
    // A delivery ends with one of these codes.
    error_code: row.error_code as WebhookDelivery['error_code'],
    response_status: row.response_status,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    delivered_at: presentTime(row.delivered_at),
  };
}

export function presentDeliveryDetail(row: DeliveryWithAttempts): WebhookDeliveryDetail {
  const envelope = {
    id: row.webhook_event_id,
    type: row.type,
    api_version: row.api_version,
    created_at: presentTime(row.envelope_created_at),
    organization_id: row.organization_id,
  };
  return {
    ...presentDelivery(row),
    request_id: row.request_id,
    payload: { ...envelope, data: row.data },
    body: envelopeBody({ ...row, data: row.data_text }),
    attempts: row.attempts.map(presentAttempt),
  };
}

function presentAttempt(row: WebhookAttemptRow): WebhookAttempt {
  return {
    number: row.number,
    attempted_at: presentTime(row.attempted_at),
    duration_ms: row.duration_ms,
    request: { url: row.request_url, headers: row.request_headers },
    response:
      row.response_status === null
        ? null
        : { status: row.response_status, headers: row.response_headers ?? {}, body: row.response_body ?? '' },
    error: row.error,
    // An attempt is recorded with one of these codes.
    error_code: row.error_code as WebhookAttempt['error_code'],
  };
}

export function presentEventType({ type }: { type: WebhookType }): WebhookEventType {
  const { category, description, sample } = EVENT_TYPES[type];
  return { type, category, description, sample_payload: { ...sample } };
}

const RATE_STEPS = 10_000;

function presentPeriod({ from, to, attempts, succeeded, p50_ms, p95_ms }: SummarizedPeriod) {
  const success_rate = attempts === 0 ? null : Math.round((succeeded / attempts) * RATE_STEPS) / RATE_STEPS;
  return { from: presentTime(from), to: presentTime(to), attempts, succeeded, success_rate, p50_ms, p95_ms };
}

function presentHealth(health: EndpointHealth): WebhookEndpointHealth {
  const { lastFailure } = health;
  return {
    ...presentPeriod(health),
    last_failure: lastFailure && {
      attempted_at: presentTime(lastFailure.attempted_at),
      // An attempt is recorded with one of these codes.
      error_code: lastFailure.error_code as NonNullable<WebhookEndpointHealth['last_failure']>['error_code'],
      delivery_id: lastFailure.delivery_id,
    },
  };
}

export const presentHealthReport = (report: EndpointHealth & { spans: SummarizedPeriod[] }): WebhookHealthReport => ({
  ...presentHealth(report),
  spans: report.spans.map(presentPeriod),
});

export function presentRecovery(row: WebhookRecoveryRow): WebhookRecovery {
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    status: row.status,
    from: presentTime(row.window_from),
    to: presentTime(row.window_to),
    total: row.total,
    queued: row.queued,
    delivered: row.delivered,
    failed: row.failed,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    completed_at: presentTime(row.completed_at),
  };
}
