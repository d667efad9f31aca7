/** Job: requeue failed webhook deliveries for the recoveries that were requested. */
import type { ClockJob } from '@/server/job';
import { nextRecoveryDue, recoverWebhooks } from '@/server/services/webhooks/recover-webhooks';

export const recoverWebhooksJob: ClockJob = {
  name: 'recover-webhooks',
  title: 'Recover failed webhooks',
  counter: 'webhook_recoveries',
  run: recoverWebhooks,
  nextDue: nextRecoveryDue,
  // A step becomes due when the deliveries it waits for end, not at a time; they wake it.
  nextWake: () => Promise.resolve(null),
};
