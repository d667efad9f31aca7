/** Presents the health of webhook endpoints in its wire form. */
import type { WebhookEndpointHealth, WebhookHealthReport } from '@/contract/webhook-health';
import type { EndpointHealth, SummarizedPeriod } from '@/server/services/webhooks/endpoint-health';
import { presentTime } from './time';

const RATE_STEPS = 10_000;

function presentPeriod({ from, to, attempts, succeeded, p50_ms, p95_ms }: SummarizedPeriod) {
  const success_rate = attempts === 0 ? null : Math.round((succeeded / attempts) * RATE_STEPS) / RATE_STEPS;
  return { from: presentTime(from), to: presentTime(to), attempts, succeeded, success_rate, p50_ms, p95_ms };
}

export function presentHealth(health: EndpointHealth): WebhookEndpointHealth {
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
