/** Describes for receivers what the service sends them: every event type with its headers, its body, and the answers that it expects. */
import type { OpenAPIObject } from 'trpc-to-openapi';
import { z } from 'zod';
import { webhookBody } from '@/contract/webhook-body';
import { EVENT_TYPES, WEBHOOK_TYPES, type WebhookType } from '@/domain/webhooks/catalog';
import { API_VERSION } from '@/domain/webhooks/events';
import { DELIVERY_HEADERS } from '@/domain/webhooks/headers';
import { DEFAULT_PAUSE_SECONDS, MAX_ATTEMPTS } from '@/domain/webhooks/retry';

type Webhooks = NonNullable<OpenAPIObject['webhooks']>;
type Components = NonNullable<OpenAPIObject['components']>;

/** The component with the body of a type, such as `WebhookBalanceCredited`. */
const bodyName = (type: WebhookType): string =>
  `Webhook${type.replace(/(^|[._])([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}`;

export const webhookSchemas = (): NonNullable<Components['schemas']> =>
  Object.fromEntries(
    WEBHOOK_TYPES.map((type) => {
      const { $schema: _, ...schema } = z.toJSONSchema(webhookBody(type), { target: 'draft-2020-12' });
      return [bodyName(type), schema];
    }),
    // OpenAPI 3.1 takes the schemas of this draft as they are.
  ) as NonNullable<Components['schemas']>;

export const webhooks = (): Webhooks => Object.fromEntries(WEBHOOK_TYPES.map((type) => [type, { post: operation(type) }])) as Webhooks; // in which building it has made texts of `in` and `type`

function operation(type: WebhookType) {
  const { category, description } = EVENT_TYPES[type];
  return {
    operationId: `webhook-${type.replaceAll(/[._]/g, '-')}`,
    tags: ['webhooks'],
    summary: type,
    description: `${description} ${CATEGORIES[category]}\n\nCheck one of the two signatures before you trust the body. [Receiving webhooks](/docs/webhooks) has code for it.`,
    parameters: Object.entries(DELIVERY_HEADERS)
      .filter(([name]) => name !== 'content-type') // the media type of the body says it, and a parameter of this name would be ignored
      .map(([name, header]) => ({ in: 'header', name, required: true, ...header, schema: { type: 'string' } })),
    requestBody: {
      required: true,
      content: {
        [DELIVERY_HEADERS['content-type'].example]: { schema: { $ref: `#/components/schemas/${bodyName(type)}` }, example: example(type) },
      },
    },
    responses: ANSWERS,
    security: [],
  };
}

const CATEGORIES = {
  movement: 'Sent once for each journal entry.',
  lifecycle: 'Sent when a resource changes state.',
} as const;

const example = (type: WebhookType) => ({
  id: DELIVERY_HEADERS['webhook-id'].example,
  type,
  api_version: API_VERSION,
  created_at: '2026-03-01T12:00:00.000Z',
  organization_id: EVENT_TYPES[type].sample.organization_id,
  data: EVENT_TYPES[type].sample,
});

const ANSWERS = {
  '2XX': { description: 'The delivery is DELIVERED. The body of the answer is not used. Answer within 30 seconds, before long work.' },
  '3XX': { description: 'The delivery is FAILED at once: redirects are not followed.' },
  '429': {
    description: `The delivery is tried again later, and the endpoint is paused until then. Such an answer takes none of the ${MAX_ATTEMPTS} attempts; a delivery that meets only 429 for 24 hours is FAILED.`,
    headers: {
      'Retry-After': {
        description: `When to try again, in seconds or as a date, at most an hour from now; ${DEFAULT_PAUSE_SECONDS} seconds when absent.`,
        schema: { type: 'string' },
      },
    },
  },
  '4XX': { description: 'The delivery is FAILED at once, except for 429.' },
  '5XX': {
    description: `The attempt failed, as without any answer. The delivery is tried again with growing pauses, and is FAILED after ${MAX_ATTEMPTS} attempts.`,
  },
} as const;
