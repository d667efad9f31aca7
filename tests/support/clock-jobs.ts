/** Finds a job whose work falls due on an organization's clock, for tests that run one alone. */
import type { ClockJob } from '@/server/platform/job';
import type { JobName } from '@/server/platform/wake';
import { CLOCK_JOBS } from '@/server/services/jobs';

export function clockJob(name: JobName): ClockJob {
  const found = CLOCK_JOBS.find((job) => job.name === name);
  if (!found) throw new Error(`No job on organizations' clocks is called ${name}.`);
  return found;
}
