/** Totals the activity of past hours and days, organization by organization, one per transaction; never blocks ingestion, and sealing only briefly. */
import {
  countNextDay,
  countNextRuleDay,
  lockProgress,
  noteDaysThatAreOver,
  organizationsToCount,
} from '@/server/db/repositories/reports/activity-days';
import { countNextHour, lockHours, noteHoursThatAreOver, organizationsToCountHours } from '@/server/db/repositories/reports/activity-hours';
import { withTransaction } from '@/server/db/transaction';
import type { JobOutcome, JobRun } from '@/server/platform/job';

/** Hours of one organization before the next gets its turn. */
const HOURS_AT_ONCE = 48;
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

export async function countHours({ clock, limit, signal }: Pick<JobRun, 'clock' | 'limit' | 'signal'>): Promise<JobOutcome> {
  const organizations = await organizationsToCountHours(clock.now(), limit);
  let performed = 0;
  let more = organizations.length === limit;
  for (const id of organizations) {
    for (let hour = 1; !signal.aborted; hour++) {
      const counted = await countHour(id, clock.now());
      if (counted) performed++;
      more ||= counted && hour === HOURS_AT_ONCE;
      if (!counted || hour === HOURS_AT_ONCE) break;
    }
  }
  return { performed, more: more && performed > 0 };
}

/** @param now real time. @returns false when none is left. */
function countHour(organizationId: string, now: Date): Promise<boolean> {
  return withTransaction(async (tx) => {
    if (!(await lockHours(tx, organizationId, now))) return false;
    if (await countNextHour(tx, organizationId)) return true;
    await noteHoursThatAreOver(tx, organizationId, now);
    return false;
  });
}
