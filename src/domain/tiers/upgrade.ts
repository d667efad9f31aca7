/** Upgrades levels as soon as counters change: in each tier a subject has at least the level that its counters qualify for. */
import type { StateChange, StateOrigin, Subject, TierPlacement, TierMembership } from '@/domain/participants/state';
import { laterOf, validUntil } from './periods';
import { qualifyingLevel, type ReadCounter } from './qualify';
import { countersOf, type Tier, type TierLevel } from './tier';

/** The counters and tier memberships of a subject, after the changes in question. */
export interface TierState {
  readonly counter: ReadCounter;
  tierMembership(tier: Tier): TierMembership | null;
}

/** A level given at `at`, valid for as long as the lifecycle of its tier says. */
export function placementAt(tier: Pick<Tier, 'lifecycle'>, { key, rank }: Pick<TierLevel, 'key' | 'rank'>, at: Date): TierPlacement {
  return { level: key, rank, expiresAt: validUntil(tier.lifecycle, at) };
}

/**
 * The tier changes that follow from counter changes of one subject, however they came about.
 * @param tiers those that the subject can reach; one whose counters did not change is ignored.
 * @param state after `changes`.
 * @param changes just made to this subject; those that are not of counters are ignored.
 */
export function tierUpgrades(
  tiers: readonly Tier[],
  subject: Subject,
  state: TierState,
  changes: readonly StateChange[],
  now: Date,
): StateChange[] {
  const counted = changes.filter((change) => change.type === 'COUNTER' && change.subject.id === subject.id);
  return tiers.flatMap((tier) => {
    if (!tier.open) return [];
    const concerned = countersOf(tier);
    const causes = counted.filter(({ key }) => concerned.has(key));
    const cause = causes.at(-1);
    if (cause === undefined) return [];
    const tierMembership = state.tierMembership(tier);
    const active = causes.some(({ operation }) => operation !== 'AUTO_RESET');
    const placement =
      lifted(tier, tierMembership, state.counter, now) ?? (active ? refreshed(tier, tierMembership, state.counter, now) : null);
    return placement ? [placementChange(tier, subject, cause.origin, placement)] : [];
  });
}

/** The change that sets a subject's level. */
export function placementChange(
  { programId, key }: Pick<Tier, 'programId' | 'key'>,
  subject: Subject,
  origin: StateOrigin,
  value: TierPlacement,
): StateChange {
  return { type: 'TIER', operation: 'SET', subject, programId, key, value, origin };
}

/** Upgrades to the level that the counters qualify for, whatever was changed. */
export function liftToQualifying(tier: Tier, subject: Subject, state: TierState, origin: StateOrigin, now: Date): StateChange[] {
  const placement = tier.open ? lifted(tier, state.tierMembership(tier), state.counter, now) : null;
  return placement ? [placementChange(tier, subject, origin, placement)] : [];
}

/** The level above the current one that the counters qualify for. */
function lifted(tier: Tier, tierMembership: TierMembership | null, read: ReadCounter, now: Date): TierPlacement | null {
  const level = qualifyingLevel(tier.levels, read);
  return level !== null && (tierMembership === null || level.rank > tierMembership.rank) ? placementAt(tier, level, now) : null;
}

/** Activity extends a level that the counters still qualify for, or that no counters can qualify for. */
function refreshed(tier: Tier, tierMembership: TierMembership | null, read: ReadCounter, now: Date): TierPlacement | null {
  if (tierMembership?.expiresAt == null || tier.lifecycle?.retention?.mode !== 'ACTIVITY_REFRESH') return null;
  const own = tier.levels.find(({ key }) => key === tierMembership.level);
  const earned = own?.qualification === null || (qualifyingLevel(tier.levels, read)?.rank ?? -Infinity) >= tierMembership.rank;
  if (!earned) return null;
  const expiresAt = tierMembership.inGrace
    ? validUntil(tier.lifecycle, now)
    : laterOf(tierMembership.expiresAt, validUntil(tier.lifecycle, now));
  return { level: tierMembership.level, rank: tierMembership.rank, expiresAt };
}
