/** Declares what an assistant can read about webhooks. */
import { PAGED, declared } from './declaration';

export const WEBHOOKS = declared('webhooks:read', [
  [
    'list_webhook_endpoints',
    'webhookEndpoints.list',
    'none',
    'List webhook endpoints',
    `Where webhooks are sent, and whether an endpoint fails or was disabled. ${PAGED}`,
  ],
  ['get_webhook_endpoint', 'webhookEndpoints.get', 'none', 'Get a webhook endpoint', 'One endpoint with its health over the last day.'],
  [
    'get_webhook_health',
    'webhookEndpoints.health',
    'none',
    'Get the health of an endpoint',
    'Success rate and latency in milliseconds of an endpoint over time.',
  ],
  [
    'list_webhook_deliveries',
    'webhookDeliveries.list',
    'every',
    'List webhook deliveries',
    `Webhooks that were sent or wait, with attempts and the last error. ${PAGED}`,
  ],
  [
    'get_webhook_delivery',
    'webhookDeliveries.get',
    'every',
    'Get a webhook delivery',
    'One delivery: its payload, and what the endpoint answered to every attempt.',
  ],
]);
