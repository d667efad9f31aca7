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

const TYPE_NAMES: readonly string[] = WEBHOOK_TYPES;
const WebhookEventTypeName = z.enum(TYPE_NAMES);
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
  .describe('URL of the endpoint: https, with a publicly resolvable host.')
  .meta({ example: 'https://example.com/webhooks' });
const EndpointDescription = Text.max(500);
const WebhookEndpointStatus = z.enum(WEBHOOK_ENDPOINT_STATUSES);

export const WebhookEndpoint = z
  .strictObject({
    id: Uuid,
    url: z.string(),
    description: z.string().nullable(),
    enabled_events: z.array(z.string()),
    status: WebhookEndpointStatus.describe('Status of the endpoint. Webhooks are sent only to an ACTIVE endpoint.'),
    rate_limited_until: Timestamp.nullable().describe('End of the pause, while deliveries are paused because the endpoint answered 429.'),
    failing_since: Timestamp.nullable().describe(
      'Time of the first failed attempt since the last success; null when the latest attempt succeeded. A 429 is not a failure.',
    ),
    consecutive_failures: z.int().min(0).describe('Number of attempts that have failed in a row.'),
    disabled_at: Timestamp.nullable().describe('When the endpoint was disabled; set while DISABLED.'),
    disabled_reason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe(
        'Why the endpoint is disabled; null unless DISABLED. `REQUESTED`: somebody disabled it. `SUSTAINED_FAILURE`: no attempt succeeded for 5 days, and at least 10 failed.',
      ),
    previous_secret_until: Timestamp.nullable().describe(
      'Until when deliveries are also signed with the previous secret; set while they are.',
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When the record was archived; null unless it is archived.'),
  })
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const WebhookEndpointDetail = WebhookEndpoint.extend({
  health: WebhookEndpointHealth.describe('Health of the endpoint over the last 24 hours.'),
}).meta({ id: 'WebhookEndpointDetail' });
export type WebhookEndpointDetail = z.infer<typeof WebhookEndpointDetail>;

export const WebhookEndpointWithSecret = WebhookEndpoint.extend({
  secret: z
    .string()
    .describe('Secret with which to verify deliveries. Only this response contains it.')
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
    'Status of the endpoint. DISABLED and ARCHIVED fail the queued deliveries; ACTIVE clears earlier failures; ARCHIVED is final.',
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
  overlap: DurationString.default('24h').describe('Time for which deliveries are also signed with the old secret.'),
});
export type RotateWebhookSecret = z.infer<typeof RotateWebhookSecret>;

export const TestWebhookEndpoint = WebhookEndpointPath.extend({
  event_type: WebhookEventTypeName.describe('Event type whose sample payload is sent.'),
  data: JsonObject.optional().describe('Data to send, unchanged, as the `data` of the envelope instead of the sample.'),
});
export type TestWebhookEndpoint = z.infer<typeof TestWebhookEndpoint>;

const WebhookDeliveryStatus = z.enum(WEBHOOK_DELIVERY_STATUSES);

export const WebhookDelivery = z
  .strictObject({
    id: Uuid,
    endpoint_id: Uuid,
    webhook_id: Uuid.describe("The envelope's `id`, sent as `webhook-id`: the same for every endpoint, retry and resend."),
    event_type: z.string(),
    status: WebhookDeliveryStatus,
    attempt_count: z.int().min(0).describe('Number of attempts since the delivery was queued, without those answered with 429.'),
    next_attempt_at: Timestamp.nullable().describe('When the next attempt is due; set while PENDING.'),
    last_error: z.string().nullable(),
    error_code: z.enum(DELIVERY_ERROR_CODES).nullable(),
    response_status: z.int().nullable().describe('HTTP status of the latest response; null when there was none.'),
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
    request: z.strictObject({
      url: z.string().nullable().describe('URL that was called; null when nothing could be sent.'),
      headers: Headers,
    }),
    response: z
      .strictObject({ status: z.int(), headers: Headers, body: z.string().describe('The first 4 KiB of the response body.') })
      .nullable()
      .describe('Response of the endpoint; null when there was none.'),
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
    .describe('Id of the request that caused the webhook, as in `/v1/logs`; null if a schedule or the service itself caused it.'),
  payload: WebhookEnvelope.describe('The envelope that is sent.'),
  body: z.string().describe('The exact text that is sent and signed.'),
  attempts: z
    .array(WebhookAttempt)
    .describe('Attempts of the delivery, oldest first, including those before a resend; at most the latest 200.'),
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
    category: z
      .enum(['movement', 'lifecycle'])
      .describe('Category of the type. `movement`: sent once for each journal entry. `lifecycle`: sent when a resource changes state.'),
    description: z.string(),
    sample_payload: JsonObject.describe("Sample of the envelope's `data`."),
  })
  .meta({ id: 'WebhookEventType' });
export type WebhookEventType = z.infer<typeof WebhookEventType>;

export const ListWebhookEventTypes = listQuery({});
export type ListWebhookEventTypes = z.infer<typeof ListWebhookEventTypes>;
export const WebhookEventTypePage = pageOf(WebhookEventType);
