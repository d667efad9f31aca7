/** Starts the job engine that JOB_ENGINE names; the jobs are the same under every engine. */
import { env } from '@/env';
import { log } from '@/server/platform/log';
import { JOBS } from '@/server/services/jobs';
import { startEmbedded, type Runner } from './embedded';

/** Resolves when jobs are running; `stop` ends them within ten seconds. */
export async function startEngine(): Promise<Runner> {
  if (env().JOB_ENGINE === 'inngest') return (await import('./inngest')).startInngest();
  return startEmbedded(JOBS, {
    clock: { now: () => new Date() },
    onFailure: (job, error, failures) => log().error({ err: error, job: job.name, failures }, 'a job failed and will run again'),
  });
}
