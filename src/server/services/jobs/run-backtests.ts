/** Job: replay past events under the rules that a backtest tries. */
import type { Job } from '@/server/job';
import { runBacktests } from '@/server/services/backtests/run-backtests';

export const runBacktestsJob: Job = {
  name: 'run-backtests',
  title: 'Run backtests',
  run: runBacktests,
};
