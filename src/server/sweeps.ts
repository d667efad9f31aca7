/** Who sweeps for due rows: of all processes on a database one at a time for each job, and no process for good. */
import { offerSweep, takeSweeps, type SweepRequest } from './db/repositories/job-sweeps';
import type { JobName } from './wake';

export interface SweepTurns {
  /** @returns those of the jobs that this process is to sweep for now. */
  take(asked: readonly SweepRequest[]): Promise<readonly JobName[]>;
  /** Asks other processes for help with a job. */
  offer(job: JobName): Promise<void>;
}

/** Turns shared by all processes on the database. */
export const sharedTurns: SweepTurns = { take: takeSweeps, offer: offerSweep };
