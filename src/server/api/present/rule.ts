/** Presents rules and rule sets, and what checking or trying a rule found. */
import type { Rule } from '@/contract/rule';
import type { RuleExampleResult, RuleExampleRun } from '@/contract/rule-example';
import type { RuleSet } from '@/contract/rule-set';
import type { Simulation } from '@/contract/rule-simulation';
import type { RuleValidation } from '@/contract/rule-validation';
import type { RuleWarning } from '@/contract/rule-warning';
import { keptCodes } from '@/domain/codes/kept';
import type { Finding } from '@/domain/rules/analyse/finding';
import type { Evaluation } from '@/domain/rules/evaluate';
import type { ExampleResult } from '@/domain/rules/examples/run';
import type { RuleSetRow } from '@/server/db/repositories/rules/rule-sets';
import { presentEffect, presentTrial } from '@/server/services/rules/present-evaluation';
import type { RuleRecord } from '@/server/services/rules/rules';
import type { SimulationResult } from '@/server/services/rules/simulate';
import type { Validation } from '@/server/services/rules/validate-rule';
import { presentBudget } from './budget';
import { presentTerms } from './campaign';
import { presentTime } from './time';

export function presentRule({ row, budgets, sentence, findings }: RuleRecord): Rule {
  return {
    id: row.id,
    program_id: row.program_id,
    rule_set_id: row.rule_set_id,
    name: row.name,
    description: row.description,
    sentence,
    condition: row.condition,
    actions: row.actions,
    active_from: presentTime(row.active_from),
    active_to: presentTime(row.active_to),
    budgets: budgets.map(presentBudget),
    order: row.position,
    status: row.status,
    stop_after_match: row.stop_after_match,
    examples: row.examples,
    version: row.version,
    rule_configuration_version: row.rule_configuration_version,
    ...(findings && { warnings: findings.map(presentFinding) }),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}

export function presentRuleSet(row: RuleSetRow): RuleSet {
  return {
    id: row.id,
    program_id: row.program_id,
    key: row.key,
    name: row.name,
    campaign: row.campaign && presentTerms(row.campaign),
    order: row.position,
    rule_configuration_version: row.rule_configuration_version,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
  };
}

export const presentExampleRun = (results: readonly ExampleResult[]): RuleExampleRun => ({
  passed: results.every(({ passed }) => passed),
  examples: results.map(presentExampleResult),
});

const presentExampleResult = ({ example, passed, got }: ExampleResult): RuleExampleResult => ({
  name: example.name,
  passed,
  expected: example.expects,
  got,
});

export const presentFinding = (finding: Finding): RuleWarning => ({
  client_ref: finding.clientRef,
  code: finding.code,
  key: finding.key,
  kind: finding.kind,
  message: finding.message,
  rule_id: finding.ruleId,
  rule_set_id: finding.ruleSetId,
  scope: finding.scope,
  suggestion: finding.suggestion,
});

export function presentValidation({ faults, findings, examples, sentence, references, enrollments }: Validation): RuleValidation {
  const field = (key: string, dynamic: boolean) => ({ scope: 'event' as const, kind: 'event_field' as const, key, dynamic });
  return {
    valid: faults.length === 0,
    errors: faults.map(({ field: name, message, line, column }) => ({ field: name, message, line, column })),
    warnings: findings.map(presentFinding),
    examples: examples && examples.map(presentExampleResult),
    sentence,
    references: [
      ...references.eventPaths.map((path) => field(path, false)),
      ...references.dynamicEventPaths.map((path) => field(path, true)),
      ...references.state.map(({ scope, kind, key }) => ({ scope, kind, key, dynamic: false })),
      ...enrollments.map((scope) => ({ scope, kind: 'enrollment' as const, key: 'enrolled_at', dynamic: false })),
    ],
  };
}

export function presentSimulation(result: SimulationResult): Simulation {
  const { failure, evaluations, effects, codes } = result;
  return {
    matched: evaluations.some(({ status }) => status === 'MATCHED'),
    failure: failure && { code: failure.code, message: failure.message, ...(failure.param === undefined ? {} : { param: failure.param }) },
    evaluations: evaluations.map((evaluation) => presentTried(evaluation, result)),
    effects: effects.map((effect) => presentEffect(effect, result.people)),
    ...(codes.length > 0 ? { codes: keptCodes(codes, failure !== null) } : {}),
  };
}

function presentTried(evaluation: Evaluation, { failure, clientRefs }: SimulationResult): Simulation['evaluations'][number] {
  const trial = presentTrial(evaluation);
  return {
    ...trial,
    client_ref: clientRefs.get(trial.rule_id) ?? null,
    actions: failure ? [] : trial.actions.map(({ target: _target, ...action }) => action),
  };
}
