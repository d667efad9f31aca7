/** Job: make the coming months of webhooks and their attempts, and drop those that are past their time. */
import type { Job } from '@/server/job';
import { pruneWebhooks } from '@/server/services/webhooks/prune-webhooks';

export const pruneWebhooksJob: Job = {
  name: 'prune-webhooks',
  title: 'Forget old webhooks',
  run: pruneWebhooks,
  sweepMs: 60_000,
};
