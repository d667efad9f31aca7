/**
 * Applies the passage of time to counters and tiers: ends counter windows, re-evaluates expiring
 * tier memberships, and re-evaluates everyone when a qualification year ends or a tier is new or changed.
 */
import { present } from '@/domain/assert';
import { NOTHING } from '@/domain/decision';
import type { Subject } from '@/domain/participants/state';
import { nextEvaluation } from '@/domain/tiers/change';
import type { TierSubject } from '@/domain/tiers/due-changes';
import { tierOf, type Tier } from '@/domain/tiers/tier';
import { reviewTransitions, timeTransitions } from '@/domain/tiers/transitions';
import { commitDecision } from '@/server/db/commit';
import { dueSubjects, dueTiers, finishEvaluation, subjectsOfTier, type DueTier } from '@/server/db/repositories/people/due-state';
import { loadTiersOf, loadTierSubjects, lockSubjects } from '@/server/db/repositories/programs/tier-subjects';
import type { StateChangeScope } from '@/server/db/repositories/people/subject-state';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { JobOutcome, JobRun } from '@/server/platform/job';

/** Subjects locked per transaction. */
const BATCH = 100;

export async function evaluateTiers({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const real = organization?.now ?? clock.now();
  const timeOf = (offset: number) => organization?.now ?? new Date(clock.now().getTime() + offset);
  let performed = 0;
  const subjects = await dueSubjects(real, organization?.id ?? null, limit);
  for (const [organizationId, due] of Map.groupBy(subjects, (subject) => subject.organization_id)) {
    if (signal.aborted) break;
    const { clock_offset_ms } = present(due[0], 'a group has at least one subject');
    performed += await advance(organizationId, timeOf(clock_offset_ms), due);
  }
  const tiers = await dueTiers(real, organization?.id ?? null);
  for (const tier of tiers) {
    if (signal.aborted) break;
    performed += await evaluateSome(tier, timeOf(tier.clock_offset_ms));
  }
  return { performed, more: subjects.length === limit || tiers.length > 0 };
}

/** @returns how many subjects were evaluated. */
function advance(organizationId: string, now: Date, subjects: readonly Subject[]): Promise<number> {
  return withTransaction(async (tx) => {
    const scope = { organizationId, now };
    const { tiersOf, counted } = await loadLocked(tx, scope, subjects);
    const state = counted.flatMap((subject) => timeTransitions(tiersOf(subject), subject, now));
    await commitDecision(tx, scope, { ...NOTHING, state });
    return subjects.length;
  });
}

/** Evaluates the next subjects of a tier; once none is left, the tier is done until its year ends. */
function evaluateSome(tier: DueTier, now: Date): Promise<number> {
  return withTransaction(async (tx) => {
    const scope = { organizationId: tier.organization_id, now };
    const subjects = await subjectsOfTier(tx, tier, BATCH);
    const { tiersOf, counted } = await loadLocked(tx, scope, subjects);
    const evaluated = tierOf({ ...tier, programId: tier.program_id, programActive: tier.program_active });
    const state = counted.flatMap((subject) => reviewTransitions(tiersOf(subject), evaluated, subject, now));
    const last = subjects.length < BATCH ? null : present(subjects.at(-1), 'the batch is full').id;
    await commitDecision(tx, scope, { ...NOTHING, state });
    await finishEvaluation(tx, tier, last === null ? { dueAt: nextEvaluation(tier, now) } : { evaluatedTo: last });
    return Math.max(subjects.length, 1);
  });
}

/** The subjects with the tiers that each can reach, locked. */
async function loadLocked(tx: Tx, scope: StateChangeScope, subjects: readonly Subject[]) {
  const [, tiers, counted] = await Promise.all([
    lockSubjects(tx, scope, subjects),
    loadTiersOf(tx, scope.organizationId, subjects),
    loadTierSubjects(tx, scope.organizationId, subjects),
  ]);
  return { tiersOf: ({ subject }: TierSubject): readonly Tier[] => tiers.get(subject.id) ?? [], counted };
}
