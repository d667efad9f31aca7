/**
 * Keeps webhooks, their deliveries and attempts to the days for which they are kept, and ready for those to come; then deletes the recoveries
 * of which nothing is left. What waits is kept until it has ended.
 */
import { env } from '@/env';
import { keepPartitions } from '@/server/db/partitions';
import { WEBHOOK_ATTEMPT_PARTITIONS, WEBHOOK_EVENT_PARTITIONS } from '@/server/db/repositories/webhooks/webhook-attempts';
import { deleteUnusedRecoveries } from '@/server/db/repositories/webhooks/webhook-recoveries';
import type { JobOutcome, JobRun } from '@/server/platform/job';

const DAY_MS = 86_400_000;
const BATCH = 2_000;

/** In real time, so that moving a sandbox clock does not drop what happened on the way. */
export async function pruneWebhooks({ clock }: Pick<JobRun, 'clock'>): Promise<JobOutcome> {
  const now = clock.now();
  const keptFrom = new Date(now.getTime() - env().WEBHOOK_DAYS * DAY_MS);
  const attempts = await keepPartitions(WEBHOOK_ATTEMPT_PARTITIONS, now, keptFrom);
  const envelopes = await keepPartitions(WEBHOOK_EVENT_PARTITIONS, now, keptFrom);
  const recoveries = await deleteUnusedRecoveries(keptFrom, BATCH);
  return { performed: attempts + envelopes + recoveries, more: recoveries >= BATCH };
}
