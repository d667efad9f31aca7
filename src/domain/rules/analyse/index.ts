/** Runs every static analysis of rules. */
import { archivedFindings } from './archived';
import { constantConditionFindings } from './constant-condition';
import { doubleCreditFindings } from './double-credit';
import { eventCycleFindings } from './event-cycles';
import { eventFieldFindings } from './event-fields';
import { failureFindings } from './failures';
import type { AnalysedRule, Analysis, Finding, Observation } from './finding';
import { issuanceFindings } from './issuance';
import { memberFindings } from './members';
import { reachabilityFindings } from './reachability';
import { stateKeyFindings } from './state-keys';
import { unmovableAmountFindings } from './unmovable-amount';

const ANALYSES: readonly ((rule: AnalysedRule, analysis: Analysis) => Observation[])[] = [
  failureFindings,
  constantConditionFindings,
  reachabilityFindings,
  memberFindings,
  stateKeyFindings,
  eventFieldFindings,
  doubleCreditFindings,
  unmovableAmountFindings,
  issuanceFindings,
  eventCycleFindings,
  archivedFindings,
];

/** The findings about one rule among all rules of its program. */
export function findingsAbout(rule: AnalysedRule, analysis: Analysis): Finding[] {
  const { ruleId, ruleSetId, clientRef } = rule;
  return ANALYSES.flatMap((analyse) => analyse(rule, analysis)).map((observation) => ({ ...observation, ruleId, ruleSetId, clientRef }));
}

/** The findings about all rules of a program, rule by rule. */
export const findingsIn = (analysis: Analysis): Finding[] => analysis.rules.flatMap((rule) => findingsAbout(rule, analysis));
