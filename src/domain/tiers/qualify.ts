/** Finds the level that counters qualify for: the one with the highest rank whose criteria hold. */
import type { Amount } from '@/domain/money';
import type { Criterion, CriterionOperator, TierLevel } from './tier';

/** Reads a counter; 0 for one that does not exist. */
export type ReadCounter = (key: string) => Amount;

const HOLDS: Readonly<Record<CriterionOperator, (value: Amount, threshold: Amount) => boolean>> = {
  GTE: (value, threshold) => value.greaterThanOrEqualTo(threshold),
  GT: (value, threshold) => value.greaterThan(threshold),
  LTE: (value, threshold) => value.lessThanOrEqualTo(threshold),
  LT: (value, threshold) => value.lessThan(threshold),
  EQ: (value, threshold) => value.equals(threshold),
};

/** Whether one criterion is met. */
export const criterionHolds = (operator: CriterionOperator, value: Amount, threshold: Amount): boolean => HOLDS[operator](value, threshold);

/** @param levels by rank, lowest first. @returns null when none qualifies. */
export function qualifyingLevel(levels: readonly TierLevel[], read: ReadCounter): TierLevel | null {
  const holds = ({ counter, operator, threshold }: Criterion) => criterionHolds(operator, read(counter), threshold);
  const qualifies = ({ qualification }: TierLevel) =>
    qualification !== null && (qualification.mode === 'ALL' ? qualification.criteria.every(holds) : qualification.criteria.some(holds));
  return levels.findLast(qualifies) ?? null;
}
