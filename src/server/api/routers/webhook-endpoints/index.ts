import { router } from '@/server/api/trpc';
import { archiveWebhookEndpointRoute } from './archive';
import { countRecoverableRoute } from './count-recoverable';
import { createWebhookEndpointRoute } from './create';
import { listEndpointDeliveriesRoute } from './deliveries';
import { getWebhookEndpointRoute } from './get';
import { getWebhookHealthRoute } from './health';
import { getWebhookRecoveryRoute } from './get-recovery';
import { listWebhookEndpointsRoute } from './list';
import { recoverWebhookEndpointRoute } from './recover';
import { listWebhookRecoveriesRoute } from './recoveries';
import { rotateWebhookSecretRoute } from './rotate-secret';
import { testWebhookEndpointRoute } from './test';
import { updateWebhookEndpointRoute } from './update';

export const webhookEndpointsRouter = router({
  create: createWebhookEndpointRoute,
  list: listWebhookEndpointsRoute,
  get: getWebhookEndpointRoute,
  health: getWebhookHealthRoute,
  update: updateWebhookEndpointRoute,
  archive: archiveWebhookEndpointRoute,
  rotateSecret: rotateWebhookSecretRoute,
  test: testWebhookEndpointRoute,
  recover: recoverWebhookEndpointRoute,
  recoverable: countRecoverableRoute,
  recoveries: listWebhookRecoveriesRoute,
  recovery: getWebhookRecoveryRoute,
  deliveries: listEndpointDeliveriesRoute,
});
