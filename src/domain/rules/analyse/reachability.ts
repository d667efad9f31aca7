/** Finds active rules that can no longer match: their time is over, or an earlier rule always stops their set first. */
import type { CompiledRule } from '../rule';
import { nameOf, type AnalysedRule, type Analysis, type Observation } from './finding';
import { Logic } from './logic';

export function reachabilityFindings(analysed: AnalysedRule, { rules, surroundings: { now } }: Analysis): Observation[] {
  const { rule } = analysed;
  if (rule.status !== 'ACTIVE') return [];
  if (rule.activeTo && rule.activeTo <= now) {
    return [unreachable(null, `The rule was active until ${rule.activeTo.toISOString()}; it matches no event from then on.`)];
  }
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

/** What `earlier` reads must not change before `later` is evaluated: the event and the time do not, state may. */
function alwaysStops(earlier: CompiledRule, later: CompiledRule): boolean {
  if (earlier.status !== 'ACTIVE' || !earlier.stopAfterMatch || !covers(earlier, later)) return false;
  const [stopping, stopped] = [Logic.of(earlier.condition), Logic.of(later.condition)];
  const steady = [...stopping.roots].every((root) => root === 'event' || root === 'now');
  return stopped.constant !== false && steady && stopped.implies(stopping);
}

function covers(earlier: CompiledRule, later: CompiledRule): boolean {
  const begins = earlier.activeFrom === null || (later.activeFrom !== null && earlier.activeFrom <= later.activeFrom);
  return begins && (earlier.activeTo === null || (later.activeTo !== null && earlier.activeTo >= later.activeTo));
}
