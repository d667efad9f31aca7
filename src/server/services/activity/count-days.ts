/** Totals the activity of past days, organization by organization, one day per transaction; never blocks ingestion. */
import {
  countNextDay,
  countNextRuleDay,
  lockProgress,
  noteDaysThatAreOver,
  organizationsToCount,
} from '@/server/db/repositories/reports/activity-days';
import { withTransaction } from '@/server/db/transaction';
import type { JobOutcome, JobRun } from '@/server/platform/job';

/** Days of one organization before the next gets its turn. */
const DAYS_AT_ONCE = 31;

export async function countDays({ clock, limit, signal }: Pick<JobRun, 'clock' | 'limit' | 'signal'>): Promise<JobOutcome> {
  const organizations = await organizationsToCount(clock.now(), limit);
  let performed = 0;
  let more = organizations.length === limit;
  for (const id of organizations) {
    for (let day = 1; !signal.aborted; day++) {
      const outcome = await countDay(id, clock.now());
      if (outcome === 'COUNTED') performed++;
      more ||= outcome === 'COUNTED' && day === DAYS_AT_ONCE;
      if (outcome !== 'COUNTED' || day === DAYS_AT_ONCE) break;
    }
  }
  return { performed, more: more && performed > 0 };
}

/** @param now real time. */
function countDay(organizationId: string, now: Date): Promise<'COUNTED' | 'DONE' | 'HELD'> {
  return withTransaction(async (tx) => {
    if (!(await lockProgress(tx, organizationId))) return 'HELD';
    if ((await countNextDay(tx, organizationId)) || (await countNextRuleDay(tx, organizationId))) return 'COUNTED';
    await noteDaysThatAreOver(tx, organizationId, now);
    return 'DONE';
  });
}
