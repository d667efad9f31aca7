/** Finds conditions that are always true or never true, whatever they read. */
import type { AnalysedRule, Observation } from './finding';
import { Logic } from './logic';

const MESSAGES = {
  true: 'The condition is always true: the rule applies to every event.',
  false: 'The condition can never be true: what it asks for contradicts itself.',
} as const;

export function constantConditionFindings({ rule }: AnalysedRule): Observation[] {
  const { constant } = Logic.of(rule.condition);
  if (constant === null) return [];
  return [{ code: 'constant_condition', kind: 'condition', scope: null, key: null, suggestion: null, message: MESSAGES[`${constant}`] }];
}
