/** Job: send the webhook deliveries that are due, first attempts and retries alike. */
import { endpointsWithDueDeliveries, nextDelivery, nextDeliveryOfAny } from '@/server/db/repositories/webhook-queue';
import type { ClockJob } from '@/server/job';
import { deliverWebhooks } from '@/server/services/webhooks/deliver-webhooks';

export const deliverWebhooksJob: ClockJob = {
  name: 'deliver-webhooks',
  title: 'Deliver webhooks',
  counter: 'webhook_deliveries',
  run: deliverWebhooks,
  lanes: { key: 'endpoint_id', due: endpointsWithDueDeliveries },
  nextDue: nextDelivery,
  nextWake: nextDeliveryOfAny,
};
