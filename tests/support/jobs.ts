/** Does an organization's due work at once, in the test's own process, so that no test has to wait for a sweep. */
import { statement } from '@/server/db/transaction';
import { processEventsJob } from '@/server/services/jobs/process-events';

/** Processes events until none of the organization's is due; answers how many were processed. */
export async function processDueEvents(organizationId: string): Promise<number> {
  let total = 0;
  for (;;) {
    const [organization] = await statement<{ clock_offset_ms: number }>('SELECT clock_offset_ms FROM organizations WHERE id = $1', [
      organizationId,
    ]);
    const now = new Date(Date.now() + (organization?.clock_offset_ms ?? 0));
    const { performed } = await processEventsJob.run({
      clock: { now: () => new Date() },
      organization: { id: organizationId, now },
      limit: 500,
      signal: new AbortController().signal,
    });
    if (performed === 0) return total;
    total += performed;
  }
}
