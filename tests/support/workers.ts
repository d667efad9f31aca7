/** Processes the events of one organization by several workers at once, as several processes of the service do. */
import { statement } from '@/server/db/transaction';
import { processEvents } from '@/server/services/events/process-events';

/** Runs several workers at once, in small batches, until none finds work. */
export async function workers(count: number, organizationId: string): Promise<void> {
  const run = { clock: { now: () => new Date() }, limit: 7, signal: new AbortController().signal };
  const worker = async () => {
    const pending = () => statement(`SELECT 1 FROM event_queue WHERE organization_id = $1 LIMIT 1`, [organizationId]);
    while ((await pending()).length > 0) await processEvents({ ...run, organization: { id: organizationId, now: new Date() } });
  };
  await Promise.all(Array.from({ length: count }, worker));
}
