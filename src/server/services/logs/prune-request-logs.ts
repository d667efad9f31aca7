/** Deletes API requests that are past their retention from the log, a batch at a time. */
import { REQUEST_LOG_DAYS } from '@/contract/log';
import { deleteRequestLogs } from '@/server/db/repositories/request-logs';
import type { JobOutcome, JobRun } from '@/server/job';

const DAY_MS = 86_400_000;
const BATCH = 5_000;

export async function pruneRequestLogs({ clock }: JobRun): Promise<JobOutcome> {
  const performed = await deleteRequestLogs(new Date(clock.now().getTime() - REQUEST_LOG_DAYS * DAY_MS), BATCH);
  return { performed, more: performed === BATCH };
}
