/** Performs one run of a job under any engine, and records its duration and outcome. */
import type { Job, JobOutcome, JobRun } from '@/server/platform/job';
import { observeJob } from '@/server/observability/metrics';

/** @throws what the job throws. */
export async function perform(job: Job, run: JobRun): Promise<JobOutcome> {
  const began = performance.now();
  const elapsed = (): number => (performance.now() - began) / 1_000;
  try {
    const outcome = await job.run(run);
    observeJob(job.name, 'ok', elapsed(), outcome.performed);
    return outcome;
  } catch (error) {
    observeJob(job.name, 'failed', elapsed(), 0);
    throw error;
  }
}
