/** Job: make the coming days of the request log, and drop those that are past their time. */
import type { Job } from '@/server/job';
import { pruneRequestLogs } from '@/server/services/logs/prune-request-logs';

export const pruneRequestLogsJob: Job = {
  name: 'prune-request-logs',
  title: 'Forget old API requests',
  run: pruneRequestLogs,
  sweepMs: 60_000,
};
