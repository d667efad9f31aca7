/**
 * Deletes webhook deliveries past their retention, with their attempts, a batch at a time, then the equally
 * old envelopes and recoveries that no delivery refers to any more. A delivery that has not ended is kept.
 */
import { WEBHOOK_RETENTION_DAYS } from '@/contract/webhook';
import { deleteEndedDeliveries, deleteUnusedEnvelopes, deleteUnusedRecoveries } from '@/server/db/repositories/webhook-retention';
import type { JobOutcome, JobRun } from '@/server/job';

const DAY_MS = 86_400_000;
const BATCH = 2_000;

/** Ages are in real time, so that moving a sandbox clock does not delete what happened on the way. */
export async function pruneWebhooks({ clock }: JobRun): Promise<JobOutcome> {
  const until = new Date(clock.now().getTime() - WEBHOOK_RETENTION_DAYS * DAY_MS);
  const deliveries = await deleteEndedDeliveries(until, BATCH);
  const envelopes = await deleteUnusedEnvelopes(until, BATCH);
  const recoveries = await deleteUnusedRecoveries(until, BATCH);
  const removed = [deliveries, envelopes, recoveries];
  return { performed: deliveries + envelopes + recoveries, more: removed.includes(BATCH) };
}
