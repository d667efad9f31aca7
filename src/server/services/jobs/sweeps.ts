/** Who sweeps for due rows: of all processes on a database one at a time for each job, and no process for good. */
import { offerSweeps, takeSweeps, type SweepRequest } from '@/server/db/repositories/operations/job-sweeps';
import type { JobName } from '@/server/platform/wake';

export interface SweepTurns {
  /** @returns those of the jobs that this process is to sweep for now. */
  take(asked: readonly SweepRequest[]): Promise<readonly JobName[]>;
  /** Lets other processes take over at once: from one that ends, or with a job that has more to do than one process gets done. */
  offer(jobs: readonly JobName[]): Promise<void>;
}

/** Turns shared by all processes on the database. */
export const sharedTurns: SweepTurns = { take: takeSweeps, offer: offerSweeps };
