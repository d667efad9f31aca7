/** Decides whether a level is at risk of being lost, and whether the next one is nearly reached, as counters read now. */
import { dateAt } from '../calendar/days';
import { amountOf, formatDecimal, ZERO, type Amount } from '../money';
import type { TierMembership } from '../participants/state';
import { evaluateTier } from '../tiers/evaluate';
import { yearEnd } from '../tiers/periods';
import { criterionHolds, qualifyingLevel, type ReadCounter } from '../tiers/qualify';
import type { Criterion, Tier, TierLevel } from '../tiers/tier';
import { atRiskCause, nearlyCause } from './kinds';
import type { MissingCriterion, NoticeData } from './data';

/** A tier with the names that people read, and what somebody has in it. */
export interface LevelFacts {
  readonly participantId: string;
  readonly tier: Tier;
  readonly tierName: string;
  levelName(key: string): string;
  readonly membership: TierMembership | null;
  readonly read: ReadCounter;
}

interface AboutLevel<K extends 'TIER_AT_RISK' | 'TIER_NEARLY_REACHED'> {
  readonly cause: string;
  readonly data: NoticeData<K>;
}

/** Null for a level that would be kept, or renewed, if it ended now. */
export function levelAtRisk(facts: LevelFacts, timeZone: string): AboutLevel<'TIER_AT_RISK'> | null {
  const { tier, membership, participantId, read } = facts;
  if (!tier.open || membership?.expiresAt == null) return null;
  const { level, rank, expiresAt } = membership;
  const byActivity = tier.lifecycle?.retention?.mode === 'ACTIVITY_REFRESH';
  const after = evaluateTier(tier, membership, expiresAt, byActivity ? null : qualifyingLevel(tier.levels, read));
  if (after !== null && after.rank >= rank && !after.inGrace) return null;
  const own = tier.levels.find(({ key }) => key === level);
  return {
    cause: atRiskCause({ participantId, tier: tier.key, level }, expiresAt),
    data: {
      kind: 'TIER_AT_RISK',
      ...named(facts, level),
      ...missingFor(byActivity ? undefined : own, read),
      ends_at: expiresAt.toISOString(),
      ends_on: dateAt(expiresAt, timeZone),
      kept_until: after?.inGrace ? (after.expiresAt?.toISOString() ?? null) : null,
      next_level: after === null || after.inGrace ? null : after.level,
    },
  };
}

/** Null while less than `percent` of the way to the next level is made, and once it is reached. */
export function levelNearlyReached(facts: LevelFacts, percent: number, now: Date): AboutLevel<'TIER_NEARLY_REACHED'> | null {
  const { tier, membership, participantId, read } = facts;
  if (!tier.open) return null;
  const rank = membership?.rank ?? -Infinity;
  const next = tier.levels.find((level) => level.rank > rank && level.qualification !== null);
  if (!next || (qualifyingLevel(tier.levels, read)?.rank ?? -Infinity) >= next.rank) return null;
  const made = progressTo(next, read).times(100).floor();
  if (made.lessThan(percent)) return null;
  const year = tier.lifecycle?.year ?? null;
  const period = year === null ? (membership?.expiresAt ?? null) : yearEnd(year, now);
  return {
    cause: nearlyCause({ participantId, tier: tier.key, level: next.key }, period),
    data: { kind: 'TIER_NEARLY_REACHED', ...named(facts, next.key), ...missingFor(next, read), percent: made.toFixed(0) },
  };
}

const named = ({ tier, tierName, levelName }: LevelFacts, level: string) => ({
  tier: tier.key,
  tier_name: tierName,
  level,
  level_name: levelName(level),
});

function missingFor(level: TierLevel | undefined, read: ReadCounter) {
  const qualification = level?.qualification ?? null;
  const open =
    qualification?.criteria.filter(({ operator, counter, threshold }) => !criterionHolds(operator, read(counter), threshold)) ?? [];
  return { missing: open.map((criterion) => missingOf(criterion, read)), needs: qualification?.mode ?? null };
}

function missingOf({ counter, operator, threshold }: Criterion, read: ReadCounter): MissingCriterion {
  const value = read(counter);
  const more = operator === 'GTE' || operator === 'GT' ? formatDecimal(threshold.minus(value)) : null;
  return { counter, operator, threshold: formatDecimal(threshold), value: formatDecimal(value), missing: more };
}

const ONE = amountOf(1);

/** From 0 to 1: of all criteria the one that lags most, of any the one that leads. */
function progressTo({ qualification }: TierLevel, read: ReadCounter): Amount {
  const shares = (qualification?.criteria ?? []).map((criterion) => shareOf(criterion, read(criterion.counter)));
  const better = qualification?.mode === 'ANY';
  return shares.reduce((one, other) => (other.greaterThan(one) === better ? other : one));
}

function shareOf({ operator, threshold }: Criterion, value: Amount): Amount {
  if (criterionHolds(operator, value, threshold)) return ONE;
  if ((operator !== 'GTE' && operator !== 'GT') || !threshold.greaterThan(0) || !value.greaterThan(0)) return ZERO;
  return value.greaterThan(threshold) ? ONE : value.dividedBy(threshold);
}
