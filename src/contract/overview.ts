/** The figures of the dashboard's first page. No route under /v1 serves them; the reports do, in detail. */
import { z } from 'zod';
import { DecimalString, Timestamp, Uuid } from './primitives';
import { WebhookEndpoint } from './webhook';

export const OverviewQuery = z.strictObject({ program_id: Uuid.optional() });
export type OverviewQuery = z.infer<typeof OverviewQuery>;

const Count = z.int().min(0);

export const Overview = z.strictObject({
  from: Timestamp.describe('Start of the 24 hours that everything but the totals is about.'),
  to: Timestamp,
  events: z.strictObject({ completed: Count, failed: Count, waiting: Count }),
  hours: z
    .array(z.strictObject({ hour: Timestamp, completed: Count, failed: Count }))
    .describe('One row per hour, oldest first, also for hours without events.'),
  issued: z.array(z.strictObject({ asset_id: Uuid, amount: DecimalString })).describe('What participants and groups were credited.'),
  participants: z.strictObject({ total: Count, joined: Count }),
  deliveries: z
    .strictObject({ delivered: Count, failed: Count, waiting: Count })
    .describe('Of the whole organization: webhooks know no program.'),
  troubled_endpoints: z
    .array(WebhookEndpoint.pick({ id: true, url: true, status: true, failing_since: true, consecutive_failures: true }))
    .describe('Webhook endpoints that keep failing or were disabled for it, the longest failing first; at most 5.'),
});
export type Overview = z.infer<typeof Overview>;
