/** Does an organization's due work immediately, in the test's process, so that no test waits for a sweep. */
import { statement } from '@/server/db/transaction';
import type { ClockJob } from '@/server/platform/job';
import { clockJob } from '@tests/support/clock-jobs';

/** Runs a job until none of the organization's rows is due; returns how many were processed. */
export async function performDue(organizationId: string, job: ClockJob): Promise<number> {
  let total = 0;
  for (;;) {
    const [organization] = await statement<{ clock_offset_ms: number }>('SELECT clock_offset_ms FROM organizations WHERE id = $1', [
      organizationId,
    ]);
    const now = new Date(Date.now() + (organization?.clock_offset_ms ?? 0));
    const { performed } = await job.run({
      clock: { now: () => new Date() },
      organization: { id: organizationId, now },
      limit: 500,
      signal: new AbortController().signal,
    });
    if (performed === 0) return total;
    total += performed;
  }
}

/** Processes the organization's events until none is due; returns how many were processed. */
export const processDueEvents = (organizationId: string): Promise<number> => performDue(organizationId, clockJob('process-events'));
