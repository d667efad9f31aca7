/** Keeps the log of API requests to the days for which it is kept, and ready for those to come. */
import { env } from '@/env';
import { keepPartitions } from '@/server/db/partitions';
import { REQUEST_LOG_PARTITIONS } from '@/server/db/repositories/organizations/request-logs';
import type { JobOutcome, JobRun } from '@/server/platform/job';

const DAY_MS = 86_400_000;

export async function pruneRequestLogs({ clock }: Pick<JobRun, 'clock'>): Promise<JobOutcome> {
  const now = clock.now();
  return {
    performed: await keepPartitions(REQUEST_LOG_PARTITIONS, now, new Date(now.getTime() - env().REQUEST_LOG_DAYS * DAY_MS)),
    more: false,
  };
}
