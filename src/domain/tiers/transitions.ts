/** Decides how counters and levels of one subject change: by time, by a new or changed tier, and by hand. */
import type { StateChange, StateTransition } from '@/domain/participants/state';
import { advanceState, NO_STATE, type SubjectState } from '@/domain/participants/subject-state';
import { reviewTier, dueTierChanges, tierState, type TierSubject } from './due-changes';
import type { Tier } from './tier';
import { tierUpgrades } from './upgrade';

interface Advanced {
  readonly state: SubjectState;
  readonly transitions: readonly StateTransition[];
}

const stateOf = ({ counters, tierMemberships }: TierSubject): SubjectState => ({ ...NO_STATE, counters, tierMemberships });

/** @param tiers every tier in which the subject has a level, and those it can reach, here and below. */
export const timeTransitions = (tiers: readonly Tier[], subject: TierSubject, now: Date): readonly StateTransition[] =>
  advanced(tiers, subject, now).transitions;

function advanced(tiers: readonly Tier[], subject: TierSubject, now: Date): Advanced {
  return advanceState(stateOf(subject), dueTierChanges(tiers, subject, now), now);
}

/** What has fallen due for a subject of any tier comes first. */
const broughtUpToDate = (tiers: readonly Tier[], subject: TierSubject, now: Date): Advanced =>
  tiers.length === 0 ? { state: stateOf(subject), transitions: [] } : advanced(tiers, subject, now);

/** Raises the subject to the level that a new or changed tier qualifies it for. */
export function reviewTransitions(tiers: readonly Tier[], reviewed: Tier, subject: TierSubject, now: Date): StateTransition[] {
  const due = broughtUpToDate(tiers, subject, now);
  const lifted = reviewTier(reviewed, { ...subject, ...due.state }, now);
  return [...due.transitions, ...advanceState(due.state, lifted, now).transitions];
}

/** Makes the changes, and gives the levels that counters reach by them. */
export function changeTransitions(
  tiers: readonly Tier[],
  subject: TierSubject,
  changes: readonly StateChange[],
  now: Date,
): StateTransition[] {
  const due = broughtUpToDate(tiers, subject, now);
  const changed = advanceState(due.state, changes, now);
  const upgrades = tierUpgrades(tiers, subject.subject, tierState(changed.state, now), changes, now);
  return [...due.transitions, ...changed.transitions, ...advanceState(changed.state, upgrades, now).transitions];
}
