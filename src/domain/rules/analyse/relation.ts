/** Says how the conditions of two rules are related: whether one event can satisfy both, and whether one is true whenever the other is. */
import type { Logic } from './logic';

export const RULE_RELATIONS = ['SAME', 'CONTAINS', 'CONTAINED', 'OVERLAPS'] as const;

/**
 * What the events of another rule are to those of the first: the same ones, all of them and perhaps more, some of them and no others, or
 * perhaps some of them.
 */
export type RuleRelation = (typeof RULE_RELATIONS)[number];

/** Null when no event satisfies both. */
export function relationOf(own: Logic, other: Logic): RuleRelation | null {
  if (!own.meets(other)) return null;
  const [contains, contained] = [own.implies(other), other.implies(own)];
  if (contains) return contained ? 'SAME' : 'CONTAINS';
  return contained ? 'CONTAINED' : 'OVERLAPS';
}
