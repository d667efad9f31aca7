/** Computes the progress to the next level of a tier, criterion by criterion. */
import type { TierResource } from '@/contract/tier';
import { amountOf, ZERO } from '@/domain/money';
import { criterionHolds } from '@/domain/tiers/qualify';

type TierLevel = TierResource['levels'][number];
type Criterion = NonNullable<TierLevel['qualification']>['criteria'][number];

export interface CriterionProgress extends Criterion {
  /** The counter's current value. */
  readonly now: string;
  readonly met: boolean;
  /** 0 to 100, for the length of a bar. */
  readonly percent: number;
}

export interface LevelProgress {
  readonly next: TierLevel;
  readonly mode: 'ALL' | 'ANY';
  /** Empty for a level without criteria. */
  readonly criteria: readonly CriterionProgress[];
}

/** @param level the key of the current level; null for none. @returns null at the top. */
export function progressOf(
  tier: Pick<TierResource, 'levels'>,
  level: string | null,
  counters: Readonly<Record<string, string>>,
): LevelProgress | null {
  const held = tier.levels.find(({ key }) => key === level);
  const next = tier.levels.filter(({ rank }) => held === undefined || rank > held.rank).toSorted((a, b) => a.rank - b.rank)[0];
  if (!next) return null;
  const { mode = 'ALL', criteria = [] } = next.qualification ?? {};
  return { next, mode, criteria: criteria.map((criterion) => criterionProgress(criterion, counters[criterion.counter] ?? '0')) };
}

function criterionProgress(criterion: Criterion, now: string): CriterionProgress {
  const [reads, threshold] = [amountOf(now), amountOf(criterion.threshold)];
  const met = criterionHolds(criterion.operator, reads, threshold);
  const share = threshold.greaterThan(ZERO) ? reads.dividedBy(threshold).times(100).toNumber() : 0;
  return { ...criterion, now, met, percent: met ? 100 : Math.min(99, Math.max(0, Math.floor(share))) };
}
