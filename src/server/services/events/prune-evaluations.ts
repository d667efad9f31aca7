/** Keeps outcomes ready for the months to come, and what rules decided only as long as it is to be kept. */
import { env } from '@/env';
import { forgetColumn, keepPartitions } from '@/server/db/partitions';
import { OUTCOME_PARTITIONS } from '@/server/db/repositories/events/event-queue';
import type { JobOutcome, JobRun } from '@/server/platform/job';

const DAY_MS = 86_400_000;
/** Outcomes themselves are kept for ever. */
const FOR_EVER = new Date(0);

/** Forgets at most one month at a time. */
export async function pruneEvaluations({ clock }: Pick<JobRun, 'clock'>): Promise<JobOutcome> {
  const now = clock.now();
  const changed = await keepPartitions(OUTCOME_PARTITIONS, now, FOR_EVER);
  const forgot = await forgetColumn(OUTCOME_PARTITIONS, 'evaluations', new Date(now.getTime() - env().EVALUATION_DAYS * DAY_MS));
  return { performed: changed + (forgot ? 1 : 0), more: forgot };
}
