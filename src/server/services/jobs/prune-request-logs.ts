/** Job: delete request logs after 30 days. */
import type { Job } from '@/server/job';
import { pruneRequestLogs } from '@/server/services/logs/prune-request-logs';

export const pruneRequestLogsJob: Job = {
  name: 'prune-request-logs',
  title: 'Forget old API requests',
  run: pruneRequestLogs,
};
