/**
 * Applies the passage of time to counters and tiers: ends counter windows, re-evaluates expiring
 * standings, and re-evaluates everyone when a qualification year ends or a tier is new or changed.
 */
import type { Subject } from '@/domain/participants/state';
import { nextJudgement } from '@/domain/tiers/change';
import { tierOf } from '@/domain/tiers/tier';
import { dueSubjects, dueTiers, finishJudgement, subjectsOfTier, type DueTier } from '@/server/db/repositories/people/due-state';
import { loadTiersOf, loadTierSubjects, lockSubjects } from '@/server/db/repositories/programs/tier-subjects';
import { withTransaction } from '@/server/db/transaction';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { reviewSubjects, settleLoaded, settleSubjects } from './settle-subjects';

/** Subjects locked per transaction. */
const BATCH = 100;

export async function judgeTiers({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const real = organization?.now ?? clock.now();
  const timeOf = (offset: number) => organization?.now ?? new Date(clock.now().getTime() + offset);
  let performed = 0;
  const subjects = await dueSubjects(real, organization?.id ?? null, limit);
  for (const [organizationId, due] of Map.groupBy(subjects, (subject) => subject.organization_id)) {
    if (signal.aborted) break;
    performed += await settle(organizationId, timeOf(due[0]!.clock_offset_ms), due);
  }
  const tiers = await dueTiers(real, organization?.id ?? null);
  for (const tier of tiers) {
    if (signal.aborted) break;
    performed += await judgeSome(tier, timeOf(tier.clock_offset_ms));
  }
  return { performed, more: subjects.length === limit || tiers.length > 0 };
}

/** @returns how many subjects were settled. */
function settle(organizationId: string, now: Date, subjects: readonly Subject[]): Promise<number> {
  return withTransaction(async (tx) => {
    const scope = { organizationId, now };
    await lockSubjects(tx, scope, subjects);
    const tiers = await loadTiersOf(tx, organizationId, subjects);
    await settleLoaded(tx, scope, tiers, await loadTierSubjects(tx, organizationId, subjects));
    return subjects.length;
  });
}

/** Evaluates the next subjects of a tier; once none is left, the tier is done until its year ends. */
function judgeSome(tier: DueTier, now: Date): Promise<number> {
  return withTransaction(async (tx) => {
    const scope = { organizationId: tier.organization_id, now };
    const subjects = await subjectsOfTier(tx, tier, BATCH);
    await lockSubjects(tx, scope, subjects);
    await settleSubjects(tx, scope, subjects);
    const judged = tierOf({ ...tier, programId: tier.program_id, programActive: tier.program_active });
    await reviewSubjects(tx, scope, judged, subjects);
    const last = subjects.length < BATCH ? null : subjects.at(-1)!.id;
    await finishJudgement(tx, tier, last === null ? { dueAt: nextJudgement(tier, now) } : { judgedTo: last });
    return Math.max(subjects.length, 1);
  });
}
