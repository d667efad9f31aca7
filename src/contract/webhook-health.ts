/** The health of a webhook endpoint: success and latency of its attempts, overall and over time. */
import { z } from 'zod';
import { DELIVERY_ERROR_CODES } from '@/domain/webhooks/retry';
import { Timestamp, Uuid } from './primitives';
import { HEALTH_PERIODS } from './choices';

const summary = {
  attempts: z.int().min(0).describe('Number of attempts, without those answered with 429.'),
  succeeded: z.int().min(0),
  success_rate: z.number().min(0).max(1).nullable().describe('Share of successful attempts, from 0 to 1; null without attempts.'),
  p50_ms: z.int().min(0).nullable().describe('Milliseconds within which half of the attempts ended; null without attempts.'),
  p95_ms: z
    .int()
    .min(0)
    .nullable()
    .describe('Milliseconds within which 95 % of the attempts ended, including timeouts; null without attempts.'),
};

const period = { from: Timestamp.describe('Start of the period.'), to: Timestamp };

export const WebhookEndpointHealth = z
  .strictObject({
    ...period,
    ...summary,
    last_failure: z
      .strictObject({ attempted_at: Timestamp, error_code: z.enum(DELIVERY_ERROR_CODES), delivery_id: Uuid })
      .nullable()
      .describe('The latest failed attempt of the period.'),
  })
  .meta({ id: 'WebhookEndpointHealth' });
export type WebhookEndpointHealth = z.infer<typeof WebhookEndpointHealth>;

export const WebhookHealthReport = WebhookEndpointHealth.extend({
  spans: z
    .array(z.strictObject({ ...period, ...summary }).meta({ id: 'WebhookHealthSpan' }))
    .describe('The period in equal parts, oldest first: hours for `24h`, quarters of a day for `7d`.'),
}).meta({ id: 'WebhookHealthReport' });
export type WebhookHealthReport = z.infer<typeof WebhookHealthReport>;

export type HealthPeriod = (typeof HEALTH_PERIODS)[number];

export const ReadWebhookHealth = z.strictObject({
  id: Uuid,
  period: z.enum(HEALTH_PERIODS).default('24h').describe("Period that ends now, on the organization's clock."),
});
export type ReadWebhookHealth = z.infer<typeof ReadWebhookHealth>;
