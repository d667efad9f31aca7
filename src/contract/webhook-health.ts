/** How a webhook endpoint answered: success and latency of its attempts, as a whole and over time. */
import { z } from 'zod';
import { DELIVERY_ERROR_CODES } from '@/domain/webhooks/retry';
import { Timestamp, Uuid } from './primitives';
import { HEALTH_PERIODS } from './choices';

const summary = {
  attempts: z.int().min(0).describe('Those answered with 429 left out.'),
  succeeded: z.int().min(0),
  success_rate: z.number().min(0).max(1).nullable().describe('From 0 to 1; null without attempts.'),
  p50_ms: z.int().min(0).nullable().describe('Within how many milliseconds half of the attempts ended; null without attempts.'),
  p95_ms: z
    .int()
    .min(0)
    .nullable()
    .describe('Within how many milliseconds 95 % of the attempts ended, timeouts included; null without attempts.'),
};

const period = { from: Timestamp.describe('Start of the period.'), to: Timestamp };

export const WebhookEndpointHealth = z
  .strictObject({
    ...period,
    ...summary,
    last_failure: z
      .strictObject({ attempted_at: Timestamp, error_code: z.enum(DELIVERY_ERROR_CODES), delivery_id: Uuid })
      .nullable()
      .describe('The latest attempt of the period that failed.'),
  })
  .meta({ id: 'WebhookEndpointHealth' });
export type WebhookEndpointHealth = z.infer<typeof WebhookEndpointHealth>;

export const WebhookHealthReport = WebhookEndpointHealth.extend({
  spans: z
    .array(z.strictObject({ ...period, ...summary }).meta({ id: 'WebhookHealthSpan' }))
    .describe('The period in equal parts, oldest first: hours of `24h`, quarters of a day of `7d`.'),
}).meta({ id: 'WebhookHealthReport' });
export type WebhookHealthReport = z.infer<typeof WebhookHealthReport>;

export type HealthPeriod = (typeof HEALTH_PERIODS)[number];

export const ReadWebhookHealth = z.strictObject({
  id: Uuid,
  period: z.enum(HEALTH_PERIODS).default('24h').describe('Up to now, on the clock of the organization.'),
});
export type ReadWebhookHealth = z.infer<typeof ReadWebhookHealth>;
