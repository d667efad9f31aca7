/** Job: delete webhook deliveries 30 days after they ended. */
import type { Job } from '@/server/job';
import { pruneWebhooks } from '@/server/services/webhooks/prune-webhooks';

export const pruneWebhooksJob: Job = {
  name: 'prune-webhooks',
  title: 'Forget old webhook deliveries',
  run: pruneWebhooks,
  sweepMs: 60_000,
};
