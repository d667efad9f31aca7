/** Divides the sweeps of the embedded runners among all processes on the database, by the clock of the database. */
import type { JobName } from '@/server/platform/wake';
import { statement } from '@/server/db/transaction';

export interface SweepRequest {
  readonly job: JobName;
  /** How long nobody else sweeps for the job afterwards. */
  readonly apartMs: number;
}

/**
 * Takes over the sweeps that are due, of the jobs asked for. The next one is due a while later, whatever becomes of this process
 * meanwhile. A sweep that another process is just taking is left to it.
 */
export async function takeSweeps(asked: readonly SweepRequest[]): Promise<JobName[]> {
  const rows = await statement<{ job: JobName }>(
    `WITH asked AS (SELECT * FROM unnest($1::text[], $2::float8[]) AS a (job, apart_ms)),
          due AS (SELECT s.job, a.apart_ms FROM job_sweeps s JOIN asked a USING (job)
                  WHERE s.due_at <= clock_timestamp() FOR UPDATE OF s SKIP LOCKED),
          taken AS (UPDATE job_sweeps s SET due_at = clock_timestamp() + due.apart_ms * interval '1 millisecond'
                    FROM due WHERE s.job = due.job RETURNING s.job),
          never AS (INSERT INTO job_sweeps (job, due_at)
                    SELECT a.job, clock_timestamp() + a.apart_ms * interval '1 millisecond' FROM asked a
                    WHERE NOT EXISTS (SELECT FROM job_sweeps s WHERE s.job = a.job)
                    ON CONFLICT DO NOTHING RETURNING job)
     SELECT job FROM taken UNION ALL SELECT job FROM never`,
    [asked.map(({ job }) => job), asked.map(({ apartMs }) => apartMs)],
  );
  return rows.map(({ job }) => job);
}

/** Makes the sweeps due, so that another process takes them over with its next question. */
export async function offerSweeps(jobs: readonly JobName[]): Promise<void> {
  await statement(`UPDATE job_sweeps SET due_at = '-infinity' WHERE job = ANY ($1) AND due_at > clock_timestamp()`, [jobs]);
}
