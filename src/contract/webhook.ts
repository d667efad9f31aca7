/** Webhooks: endpoints that receive them, deliveries with their attempts, and the catalogue of types. */
import { z } from 'zod';
import { WEBHOOK_TYPES } from '@/domain/webhooks/catalog';
import { DISABLED_REASONS } from '@/domain/webhooks/health';
import { DELIVERY_ERROR_CODES } from '@/domain/webhooks/retry';
import { WebhookEndpointHealth } from './webhook-health';
import { archivedToo, createdWindow, listQuery, pageOf, sortedBy } from './page';
import { DurationString, JsonObject, Text, Timestamp, Uuid } from './primitives';
import { WEBHOOK_DELIVERY_STATUSES, WEBHOOK_ENDPOINT_STATUSES } from './choices';

const ALL_EVENTS = '*';

/** How long a delivery can be read, and sent again, after it ended. */
export const WEBHOOK_RETENTION_DAYS = 30;

export const WebhookEventTypeName = z.enum(WEBHOOK_TYPES as unknown as [string, ...string[]]);
const Subscription = z.enum([ALL_EVENTS, ...WEBHOOK_TYPES]);

const EnabledEvents = z
  .array(Subscription)
  .min(1)
  .max(100)
  .refine((types) => types.length === 1 || !types.includes(ALL_EVENTS), {
    message: 'Must be ["*"] alone for all types, or a list of types.',
    params: { reason: 'invalid_value', expected: '["*"] or a list of event types' },
  })
  .describe('Event types to send, or `["*"]` for all, also those added later.')
  .meta({ example: ['balance.credited', 'event.completed'] });

const TargetUrl = z
  .string()
  .min(1)
  .max(2048)
  .describe('https, with a publicly resolvable host.')
  .meta({ example: 'https://example.com/webhooks' });
const EndpointDescription = Text.max(500);
export const WebhookEndpointStatus = z.enum(WEBHOOK_ENDPOINT_STATUSES);

export const WebhookEndpoint = z
  .strictObject({
    id: Uuid,
    url: z.string(),
    description: z.string().nullable(),
    enabled_events: z.array(z.string()),
    status: WebhookEndpointStatus.describe('Only an ACTIVE endpoint is sent anything.'),
    rate_limited_until: Timestamp.nullable().describe('Set while deliveries are paused because the endpoint answered 429.'),
    failing_since: Timestamp.nullable().describe(
      'Time of the first of the failed attempts since the last success. 429 answers are no failures. Null when the latest attempt succeeded.',
    ),
    consecutive_failures: z.int().min(0).describe('How many attempts have failed in a row.'),
    disabled_at: Timestamp.nullable().describe('Set while DISABLED.'),
    disabled_reason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe(
        '`REQUESTED`: somebody disabled it. `SUSTAINED_FAILURE`: no attempt succeeded for 5 days, and at least 10 failed. Null unless DISABLED.',
      ),
    previous_secret_until: Timestamp.nullable().describe('Set while deliveries are also signed with the secret that was rotated out.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('Set when archived.'),
  })
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const WebhookEndpointDetail = WebhookEndpoint.extend({
  health: WebhookEndpointHealth.describe('The last 24 hours.'),
}).meta({ id: 'WebhookEndpointDetail' });
export type WebhookEndpointDetail = z.infer<typeof WebhookEndpointDetail>;

export const WebhookEndpointWithSecret = WebhookEndpoint.extend({
  secret: z
    .string()
    .describe('Verifies deliveries. It is in this answer and in no other.')
    .meta({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' }),
}).meta({ id: 'WebhookEndpointWithSecret' });
export type WebhookEndpointWithSecret = z.infer<typeof WebhookEndpointWithSecret>;

export const CreateWebhookEndpoint = z.strictObject({
  url: TargetUrl,
  description: EndpointDescription.nullable().optional(),
  enabled_events: EnabledEvents,
});
export type CreateWebhookEndpoint = z.infer<typeof CreateWebhookEndpoint>;

export const WebhookEndpointPath = z.strictObject({ id: Uuid });

export const UpdateWebhookEndpoint = WebhookEndpointPath.extend({
  url: TargetUrl.optional(),
  description: EndpointDescription.nullable().optional(),
  enabled_events: EnabledEvents.optional(),
  status: WebhookEndpointStatus.optional().describe(
    'DISABLED and ARCHIVED fail what is queued; ACTIVE forgets earlier failures; ARCHIVED is final.',
  ),
});
export type UpdateWebhookEndpoint = z.infer<typeof UpdateWebhookEndpoint>;

export const ListWebhookEndpoints = listQuery({
  ...createdWindow,
  ...sortedBy(['created_at']),
  ...archivedToo,
  status: WebhookEndpointStatus.optional(),
});
export type ListWebhookEndpoints = z.infer<typeof ListWebhookEndpoints>;
export const WebhookEndpointPage = pageOf(WebhookEndpoint);

export const RotateWebhookSecret = WebhookEndpointPath.extend({
  overlap: DurationString.default('24h').describe('How long deliveries are signed with the old secret too.'),
});
export type RotateWebhookSecret = z.infer<typeof RotateWebhookSecret>;

export const TestWebhookEndpoint = WebhookEndpointPath.extend({
  event_type: WebhookEventTypeName.describe('Its sample payload is sent.'),
  data: JsonObject.optional().describe('Sent as the `data` of the envelope instead of the sample, just as it is.'),
});
export type TestWebhookEndpoint = z.infer<typeof TestWebhookEndpoint>;

export const WebhookDeliveryStatus = z.enum(WEBHOOK_DELIVERY_STATUSES);

export const WebhookDelivery = z
  .strictObject({
    id: Uuid,
    endpoint_id: Uuid,
    webhook_id: Uuid.describe("The envelope's `id`, sent as `webhook-id`: the same for every endpoint, retry and resend."),
    event_type: z.string(),
    status: WebhookDeliveryStatus,
    attempt_count: z.int().min(0).describe('Attempts since it was queued, those answered with 429 left out.'),
    next_attempt_at: Timestamp.nullable().describe('Set while PENDING.'),
    last_error: z.string().nullable(),
    error_code: z.enum(DELIVERY_ERROR_CODES).nullable(),
    response_status: z.int().nullable().describe('HTTP status of the latest answer; null when none came.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    delivered_at: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const Headers = z.record(z.string(), z.string());

export const WebhookAttempt = z
  .strictObject({
    number: z.int().min(1),
    attempted_at: Timestamp,
    duration_ms: z.int().min(0),
    request: z.strictObject({ url: z.string().nullable().describe('Null when nothing could be sent.'), headers: Headers }),
    response: z
      .strictObject({ status: z.int(), headers: Headers, body: z.string().describe('The first 4 KiB.') })
      .nullable()
      .describe('Null when no answer came.'),
    error: z.string().nullable(),
    error_code: z.enum(DELIVERY_ERROR_CODES).nullable(),
  })
  .meta({ id: 'WebhookAttempt' });
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

export const WebhookEnvelope = z
  .strictObject({
    id: Uuid,
    type: z.string(),
    api_version: z.string().describe('Date of the payload contract, fixed when the event was created.'),
    created_at: Timestamp,
    organization_id: Uuid,
    data: JsonObject,
  })
  .meta({ id: 'WebhookEnvelope' });
export type WebhookEnvelope = z.infer<typeof WebhookEnvelope>;

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  request_id: z
    .string()
    .nullable()
    .describe('Of the request that it goes back to, as in `/v1/logs`; null for what time or the service itself brought about.'),
  payload: WebhookEnvelope.describe('What is sent.'),
  body: z.string().describe('The very text that is sent and signed.'),
  attempts: z.array(WebhookAttempt).describe('Oldest first, also those before a resend; at most the latest 200.'),
}).meta({ id: 'WebhookDeliveryDetail' });
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

export const WebhookDeliveryPath = z.strictObject({ id: Uuid });

const deliveryFilters = {
  ...createdWindow,
  ...sortedBy(['created_at']),
  status: WebhookDeliveryStatus.optional(),
  event_type: WebhookEventTypeName.optional(),
  error_code: z.enum(DELIVERY_ERROR_CODES).optional(),
};
export const ListWebhookDeliveries = listQuery({ ...deliveryFilters, endpoint_id: Uuid.optional() });
export type ListWebhookDeliveries = z.infer<typeof ListWebhookDeliveries>;
export const ListEndpointDeliveries = listQuery({ ...deliveryFilters, id: Uuid });
export type ListEndpointDeliveries = z.infer<typeof ListEndpointDeliveries>;
export const WebhookDeliveryPage = pageOf(WebhookDelivery);

export const WebhookEventType = z
  .strictObject({
    type: z.string(),
    category: z.enum(['movement', 'lifecycle']).describe('`movement`: one journal entry each. `lifecycle`: a resource changing state.'),
    description: z.string(),
    sample_payload: JsonObject.describe("Sample of the envelope's `data`."),
  })
  .meta({ id: 'WebhookEventType' });
export type WebhookEventType = z.infer<typeof WebhookEventType>;

export const ListWebhookEventTypes = listQuery({});
export type ListWebhookEventTypes = z.infer<typeof ListWebhookEventTypes>;
export const WebhookEventTypePage = pageOf(WebhookEventType);
