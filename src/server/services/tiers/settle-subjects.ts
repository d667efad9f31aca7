/** Brings the tiers and counter windows of subjects up to date before they are read or changed. */
import { NOTHING } from '@/domain/decision';
import type { Subject } from '@/domain/participants/state';
import { reviewTier, settleTiers, type TierSubject } from '@/domain/tiers/settle';
import type { Tier } from '@/domain/tiers/tier';
import { commitDecision } from '@/server/db/commit';
import type { StateScope } from '@/server/db/repositories/people/subject-state';
import { loadTiersOf, loadTierSubjects } from '@/server/db/repositories/programs/tier-subjects';
import type { Tx } from '@/server/db/transaction';

/** The tiers that each subject can reach, by subject id; a subject without tiers is absent. */
type ReachableTiers = ReadonlyMap<string, readonly Tier[]>;

/**
 * Settles what has fallen due by `scope.now` for subjects that the transaction has locked: expired
 * standings, ended qualification years, and counter windows of tiers. Call it before reading or changing
 * their counters. Takes one statement when none of them has a tier, three otherwise.
 */
export async function settleSubjects(tx: Tx, scope: StateScope, subjects: readonly Subject[]): Promise<ReachableTiers> {
  const tiers = await loadTiersOf(tx, scope.organizationId, subjects);
  const concerned = subjects.filter(({ id }) => tiers.has(id));
  if (concerned.length > 0) await settleLoaded(tx, scope, tiers, await loadTierSubjects(tx, scope.organizationId, concerned));
  return tiers;
}

/** @returns the number of changes made. */
export async function settleLoaded(tx: Tx, scope: StateScope, tiers: ReachableTiers, subjects: readonly TierSubject[]): Promise<number> {
  const state = subjects.flatMap((subject) => settleTiers(tiers.get(subject.subject.id) ?? [], subject, scope.now));
  await commitDecision(tx, scope, { ...NOTHING, state });
  return state.length;
}

/** Raises subjects to the levels that a new or changed tier qualifies them for. They must have been settled. */
export async function reviewSubjects(tx: Tx, scope: StateScope, tier: Tier, subjects: readonly Subject[]): Promise<void> {
  const loaded = await loadTierSubjects(tx, scope.organizationId, subjects);
  await commitDecision(tx, scope, { ...NOTHING, state: loaded.flatMap((subject) => reviewTier(tier, subject, scope.now)) });
}
