/** Moves rules within and between sets, and sets among each other, without mutating its input. */
import { present } from '@/domain/assert';
import type { RuleConfigurationResource } from '@/contract/rule-configuration';

export type RuleSets = RuleConfigurationResource['rule_sets'];
export type RuleSetOf = RuleSets[number];

/** A position in a set, counted from 0 without the moved rule. */
export interface RuleSlot {
  readonly setId: string;
  readonly index: number;
}

export function placeOf(sets: RuleSets, ruleId: string): RuleSlot | null {
  const set = sets.find(({ rules }) => rules.some(({ id }) => id === ruleId));
  return set ? { setId: set.id, index: set.rules.findIndex(({ id }) => id === ruleId) } : null;
}

export function moveRule(sets: RuleSets, ruleId: string, to: RuleSlot): RuleSets {
  const moved = sets.flatMap(({ rules }) => rules).find(({ id }) => id === ruleId);
  if (!moved) return sets;
  return sets.map((set) => {
    const rules = set.rules.filter(({ id }) => id !== ruleId);
    return { ...set, rules: set.id === to.setId ? rules.toSpliced(to.index, 0, moved) : rules };
  });
}

/** One place up or down, from the edge of a set into the next one. Null if there is no place to go. */
export function stepFrom(sets: RuleSets, ruleId: string, by: -1 | 1): RuleSlot | null {
  const place = placeOf(sets, ruleId);
  if (!place) return null;
  const setIndex = sets.findIndex(({ id }) => id === place.setId);
  const index = place.index + by;
  if (index >= 0 && index < present(sets[setIndex], 'the set of a place is among the sets').rules.length) return { ...place, index };
  const next = sets[setIndex + by];
  return next ? { setId: next.id, index: by < 0 ? next.rules.length : 0 } : null;
}

export function moveSet(sets: RuleSets, setId: string, index: number): RuleSets {
  const moved = sets.find(({ id }) => id === setId);
  return moved ? sets.filter(({ id }) => id !== setId).toSpliced(index, 0, moved) : sets;
}
