/**
 * Applies the passage of time to the tiers of one subject: expired tier memberships and ended qualification years
 * are reviewed in order of time, and counters are reset after all tiers due at one instant have been reviewed.
 */
import { present } from '@/domain/assert';
import { counterAfter, counterReading, isLapsed, lapsesOf, type DatedCounter } from '@/domain/participants/counters';
import { tierPlace, type StateChange, type StateOrigin, type Subject, type TierMembership } from '@/domain/participants/state';
import { ZERO, type Amount } from '@/domain/money';
import { evaluateTier } from './evaluate';
import { yearEnd } from './periods';
import { qualifyingLevel } from './qualify';
import { countersOf, type Tier, type TierLevel } from './tier';
import { liftToQualifying, placementChange, tierUpgrades, type TierState } from './upgrade';

/** Everything about a subject that time can change. */
export interface TierSubject {
  readonly subject: Subject;
  readonly counters: ReadonlyMap<string, DatedCounter>;
  /** By `tierPlace`. */
  readonly tierMemberships: ReadonlyMap<string, TierMembership>;
}

const BY_TIME: StateOrigin = { source: 'SYSTEM' };

/**
 * The changes due for a subject by `now`, if any.
 * @param tiers every tier in which the subject has a level, and those it can reach.
 */
export function dueTierChanges(tiers: readonly Tier[], subject: TierSubject, now: Date): StateChange[] {
  return new DueReviews(tiers, subject).until(now);
}

class DueReviews {
  private readonly subject: Subject;
  readonly counters: Map<string, DatedCounter>;
  readonly tierMemberships: Map<string, TierMembership>;
  private readonly changes: StateChange[] = [];

  constructor(
    private readonly tiers: readonly Tier[],
    { subject, counters, tierMemberships }: TierSubject,
  ) {
    this.subject = subject;
    this.counters = new Map(counters);
    this.tierMemberships = new Map(tierMemberships);
  }

  until(now: Date): StateChange[] {
    for (let at = this.nextDue(now); at !== null; at = this.nextDue(now)) this.reviewAt(at);
    this.closeWindows(now);
    return this.changes;
  }

  /** The earliest time up to `now` at which a tier is due for review. */
  private nextDue(now: Date): Date | null {
    const times = this.tiers.flatMap((tier) => [this.expiry(tier), this.yearEnd(tier)]);
    return times.reduce(
      (earliest, time) => (time !== null && time <= now && (earliest === null || time < earliest) ? time : earliest),
      null,
    );
  }

  private expiry(tier: Tier): Date | null {
    return this.tierMemberships.get(tierPlace(tier))?.expiresAt ?? null;
  }

  /** The end of the year that the least recently changed qualifying counter belongs to; null when there is nothing to reset. */
  private yearEnd({ lifecycle }: Tier): Date | null {
    const year = lifecycle?.year;
    if (!year) return null;
    const ends = lifecycle.counters.qualifying.flatMap((key) => {
      const counter = this.counters.get(key);
      return counter === undefined || counter.value.isZero() ? [] : [yearEnd(year, counter.updatedAt).getTime()];
    });
    return ends.length === 0 ? null : new Date(Math.min(...ends));
  }

  private reviewAt(at: Date): void {
    const resets = new Map<string, Amount>();
    for (const tier of this.tiers) {
      const expired = (this.expiry(tier)?.getTime() ?? Infinity) <= at.getTime();
      const yearEnded = (this.yearEnd(tier)?.getTime() ?? Infinity) <= at.getTime();
      if (!expired && !yearEnded) continue;
      const wasInGrace = this.tierMemberships.get(tierPlace(tier))?.inGrace ?? false;
      const qualifying = this.reviewMembership(tier, at, expired);
      const ownPeriodEnded = expired && !wasInGrace && tier.lifecycle?.retention != null && tier.lifecycle.year === null;
      if (yearEnded || ownPeriodEnded) this.collectResets(tier, at, qualifying, resets);
    }
    for (const [key, value] of resets) this.reset(key, value, at);
  }

  /** Reviews the tier membership and returns the level that the counters qualify for: none after inactivity, whatever they say. */
  private reviewMembership(tier: Tier, at: Date, expired: boolean): TierLevel | null {
    const place = tierPlace(tier);
    const tierMembership = this.tierMemberships.get(place);
    const inactive = expired && tier.lifecycle?.retention?.mode === 'ACTIVITY_REFRESH';
    const qualifying = inactive ? null : qualifyingLevel(tier.levels, (key) => counterReading(this.counters.get(key), at));
    if (tierMembership === undefined) return qualifying;
    const after = evaluateTier(tier, tierMembership, at, qualifying);
    if (after === tierMembership) return qualifying;
    if (after === null) {
      this.tierMemberships.delete(place);
      this.changes.push({
        type: 'TIER',
        operation: 'DELETE',
        subject: this.subject,
        programId: tier.programId,
        key: tier.key,
        origin: BY_TIME,
      });
    } else {
      this.tierMemberships.set(place, {
        inGrace: false,
        ...after,
        since: after.level === tierMembership.level ? tierMembership.since : at,
      });
      this.changes.push(placementChange(tier, this.subject, BY_TIME, after));
    }
    return qualifying;
  }

  /** When tiers share a counter and carry over different amounts, the larger one wins. */
  private collectResets(tier: Tier, at: Date, qualifying: TierLevel | null, resets: Map<string, Amount>): void {
    const { qualifying: keys, rollover } = present(tier.lifecycle, 'a tier without a lifecycle has no period that ends').counters;
    for (const key of keys) {
      const left = rollover === 'EXCESS' ? excess(qualifying, key, counterReading(this.counters.get(key), at)) : ZERO;
      const known = resets.get(key);
      if (known === undefined || left.greaterThan(known)) resets.set(key, left);
    }
  }

  private reset(key: string, value: Amount, at: Date): void {
    const counter = this.counters.get(key);
    if (counter === undefined) return;
    const reset = counterAfter(lapsesOf(counter, at).at(-1)?.after ?? counter, { operation: 'AUTO_RESET', value }, at);
    if (reset !== null) this.counters.set(key, { ...reset, updatedAt: at });
    if (!counter.value.equals(value)) this.changes.push(this.resetTo(key, value));
  }

  /** A counter that time has changed reads less, which may be what a level requires. */
  private closeWindows(now: Date): void {
    const ended = [...this.counters]
      .filter(([, counter]) => isLapsed(counter, now))
      .map(([key, counter]) => this.resetTo(key, counterReading(counter, now)));
    if (ended.length === 0) return;
    this.changes.push(...ended, ...tierUpgrades(this.tiers, this.subject, tierState(this, now), ended, now));
  }

  private resetTo(key: string, value: Amount): StateChange {
    return { type: 'COUNTER', operation: 'AUTO_RESET', subject: this.subject, key, value, origin: BY_TIME };
  }
}

/** The part of the value above the threshold of the level that was qualified for. */
function excess(qualifying: TierLevel | null, key: string, value: Amount): Amount {
  const criterion = qualifying?.qualification?.criteria.find(
    ({ counter, operator }) => counter === key && (operator === 'GTE' || operator === 'GT'),
  );
  return criterion && value.greaterThan(criterion.threshold) ? value.minus(criterion.threshold) : ZERO;
}

/** The state of a subject at `now`, as upgrades read it. */
export function tierState({ counters, tierMemberships }: Pick<TierSubject, 'counters' | 'tierMemberships'>, now: Date): TierState {
  return {
    counter: (key) => counterReading(counters.get(key), now),
    tierMembership: (tier) => tierMemberships.get(tierPlace(tier)) ?? null,
  };
}

/** The upgrade due when a new or changed tier has a higher level that the counters qualify for; none after inactivity. */
export function reviewTier(tier: Tier, { subject, ...state }: TierSubject, now: Date): StateChange[] {
  return isInactive(tier, state.counters, now) ? [] : liftToQualifying(tier, subject, tierState(state, now), BY_TIME, now);
}

function isInactive(tier: Tier, counters: ReadonlyMap<string, DatedCounter>, now: Date): boolean {
  const { retention } = tier.lifecycle ?? {};
  if (retention?.mode !== 'ACTIVITY_REFRESH') return false;
  const last = Math.max(...[...countersOf(tier)].map((key) => counters.get(key)?.updatedAt.getTime() ?? -Infinity));
  return last + retention.durationMs <= now.getTime();
}
