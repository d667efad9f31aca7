/** Job: try rules on what has happened. */
import type { Job } from '@/server/job';
import { runBacktests } from '@/server/services/backtests/run-backtests';

export const runBacktestsJob: Job = {
  name: 'run-backtests',
  title: 'Run backtests',
  run: runBacktests,
};
