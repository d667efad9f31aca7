/** Finds active rules that can no longer match: their time is over, or an earlier rule always stops their set first. */
import type { CompiledRule } from '../rule';
import { nameOf, type AnalysedRule, type Analysis, type Observation } from './finding';
import { Logic } from './logic';
import { runsWhenever, whyOver } from './matching';

export function reachabilityFindings(analysed: AnalysedRule, { rules, surroundings: { now } }: Analysis): Observation[] {
  const { rule } = analysed;
  if (rule.status !== 'ACTIVE') return [];
  const over = whyOver(rule, now);
  if (over !== null) return [unreachable(null, over)];
  const stopper = rules
    .slice(0, rules.indexOf(analysed))
    .find((earlier) => analysed.ruleSetId !== null && earlier.ruleSetId === analysed.ruleSetId && alwaysStops(earlier.rule, rule));
  if (!stopper) return [];
  const message = `The rule is never reached: ${nameOf(stopper)} stands before it in its set, matches whenever it would, and stops the set.`;
  return [unreachable(stopper.ruleId ?? stopper.clientRef, message)];
}

const unreachable = (key: string | null, message: string): Observation => ({
  code: 'unreachable_rule',
  kind: 'rule',
  scope: 'rule_set',
  key,
  suggestion: null,
  message,
});

/** Of the same set, hence for the same audience. What `earlier` reads must not change before `later` is evaluated: the event and the time do not, state may. */
function alwaysStops(earlier: CompiledRule, later: CompiledRule): boolean {
  if (earlier.status !== 'ACTIVE' || !earlier.stopAfterMatch || !runsWhenever(earlier, later)) return false;
  const [stopping, stopped] = [Logic.of(earlier.condition), Logic.of(later.condition)];
  const steady = [...stopping.roots].every((root) => root === 'event' || root === 'now');
  return stopped.constant !== false && steady && stopped.implies(stopping);
}
