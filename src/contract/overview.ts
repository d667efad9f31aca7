/** The figures of the dashboard's start page. No route under /v1 serves them; reports give them in detail. */
import { z } from 'zod';
import { EXPIRING_COUNTED, OVERVIEW_PERIODS } from './choices';
import { Budget } from './budget';
import { DecimalString, Timestamp, Uuid } from './primitives';
import { WebhookEndpoint } from './webhook';

export const OverviewQuery = z.strictObject({
  program_id: Uuid.optional(),
  period: z.enum(OVERVIEW_PERIODS).default('30d'),
  asset_id: Uuid.optional().describe('Whose spans are wanted. Absent: the asset that moved most in the period.'),
});
export type OverviewQuery = z.infer<typeof OverviewQuery>;

const Count = z.int().min(0);
const Window = z.strictObject({ from: Timestamp, to: Timestamp });

const AssetFlows = z.strictObject({ issued: DecimalString, redeemed: DecimalString, expired: DecimalString });
export const OverviewAsset = AssetFlows.extend({
  asset_id: Uuid,
  liability: DecimalString.describe('What participants and groups hold now.'),
  previous: AssetFlows.extend({ liability: DecimalString.describe('When the period began.') }),
});
export type OverviewAsset = z.infer<typeof OverviewAsset>;

export const OverviewSpan = Window.extend({
  completed: Count,
  failed: Count,
  flows: AssetFlows.extend({ liability: DecimalString.describe('At the end of the span.') })
    .nullable()
    .describe('Of the chosen asset.'),
});
export type OverviewSpan = z.infer<typeof OverviewSpan>;

const Happened = z.strictObject({ completed: Count, failed: Count, active: Count, joined: Count, failed_deliveries: Count });

export const Overview = z.strictObject({
  period: z.enum(OVERVIEW_PERIODS),
  window: Window,
  previous: Window.describe(
    'As long as the period, and immediately before it or, where the last day is not over, a whole number of days before it.',
  ),
  asset_id: Uuid.nullable().describe('Whose spans are shown; null while nothing moved.'),
  assets: z.array(OverviewAsset).describe('Those that ever moved, by symbol.'),
  spans: z.array(OverviewSpan).describe('Hours, days or weeks, oldest first, also those in which nothing happened.'),
  now: Happened.extend({ waiting: Count }).describe(
    'Of the period. Deliveries are those of the whole organization: webhooks know no program.',
  ),
  before: Happened,
  rules: z
    .array(
      z.strictObject({
        rule_id: Uuid,
        rule_name: z.string(),
        asset_id: Uuid,
        credited: DecimalString,
        percent: z.string().describe('Of what all rules credited in this asset, to one place.'),
      }),
    )
    .describe('Those that credited most, asset by asset.'),
  budgets: z
    .array(z.strictObject({ rule_id: Uuid, rule_name: z.string(), budget: Budget }))
    .describe('PROGRAM budgets of active rules that are nearly used up, the fullest first.'),
  failures: z
    .array(z.strictObject({ error_code: z.string().nullable(), events: Count }))
    .describe('Why events failed in the period, the most frequent reason first.'),
  expiring_reservations: Count.describe(
    `Reservations whose deadline is within the next hour; no more than ${EXPIRING_COUNTED} are counted.`,
  ),
  troubled_endpoints: z
    .array(WebhookEndpoint.pick({ id: true, url: true, status: true, failing_since: true, consecutive_failures: true }))
    .describe('Webhook endpoints that keep failing or were disabled for it, the longest failing first; at most 5.'),
});
export type Overview = z.infer<typeof Overview>;
