/** Job: queue failed webhook deliveries again, for the recoveries that were asked for. */
import type { ClockJob } from '@/server/job';
import { nextRecoveryDue, recoverWebhooks } from '@/server/services/webhooks/recover-webhooks';

export const recoverWebhooksJob: ClockJob = {
  name: 'recover-webhooks',
  title: 'Recover failed webhooks',
  counter: 'webhook_recoveries',
  run: recoverWebhooks,
  nextDue: nextRecoveryDue,
  // A step becomes due by what happens and not by time; the deliveries that it waits for wake it.
  nextWake: () => Promise.resolve(null),
};
