/**
 * Advances recoveries by a step: requeues a window of failed deliveries in the order in which they were
 * created, and the next ones only once half of these have been attempted. So a large recovery neither
 * floods a receiver nor holds up current deliveries. Progress commits with what is requeued, so no
 * delivery is requeued twice.
 */
import {
  claimRecovery,
  dueRecoveries,
  endRecovery,
  nextRecoveryStep,
  queueNextFailed,
  type DueRecovery,
} from '@/server/db/repositories/webhooks/webhook-recoveries';
import { findWebhookEndpointForUpdate } from '@/server/db/repositories/webhooks/webhook-endpoints';
import { withTransaction } from '@/server/db/transaction';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { wake } from '@/server/platform/wake';

/** The most deliveries of one recovery that wait for an attempt at once. */
export const RECOVERY_WINDOW = 100;
const GO_ON_AT = RECOVERY_WINDOW / 2;

export async function recoverWebhooks({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const due = await dueRecoveries(clock.now(), limit, GO_ON_AT, organization);
  let performed = 0;
  for (const recovery of due) {
    if (signal.aborted) break;
    performed += await goOn(recovery);
  }
  return { performed, more: due.length === limit };
}

export const nextRecoveryDue = (organizationId: string, until: Date): Promise<Date | null> =>
  nextRecoveryStep(organizationId, until, GO_ON_AT);

/** @returns the number of steps done: 0 when another worker holds the recovery. */
function goOn({ id, organization_id, endpoint_id, now }: DueRecovery): Promise<number> {
  return withTransaction(async (tx) => {
    const waiting = await claimRecovery(tx, organization_id, id);
    if (waiting === null) return 0;
    const endpoint = await findWebhookEndpointForUpdate(tx, organization_id, endpoint_id);
    if (endpoint?.status !== 'ACTIVE') {
      await endRecovery(tx, organization_id, id, 'CANCELLED', now);
      return 1;
    }
    const queued = await queueNextFailed(tx, organization_id, id, RECOVERY_WINDOW - waiting, now);
    if (queued > 0) tx.afterCommit(() => wake('deliver-webhooks'));
    else if (waiting === 0) await endRecovery(tx, organization_id, id, 'COMPLETED', now);
    return 1;
  });
}
