import { router } from '@/server/api/trpc';
import { getWebhookDeliveryRoute } from './get';
import { listWebhookDeliveriesRoute } from './list';
import { resendWebhookDeliveryRoute } from './resend';

export const webhookDeliveriesRouter = router({
  list: listWebhookDeliveriesRoute,
  get: getWebhookDeliveryRoute,
  resend: resendWebhookDeliveryRoute,
});
