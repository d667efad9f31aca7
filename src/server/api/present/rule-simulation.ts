/** Presents what rules would do in its wire form, without ids of anything that does not exist. */
import type { Simulation } from '@/contract/rule-simulation';
import type { Evaluation } from '@/domain/rules/evaluate';
import { explainMiss } from '@/domain/rules/explanation';
import { presentEffect } from '@/server/services/rules/present-effect';
import type { SimulationResult } from '@/server/services/rules/simulate';

export function presentSimulation(result: SimulationResult): Simulation {
  const { failure, evaluations, effects } = result;
  return {
    matched: evaluations.some(({ status }) => status === 'MATCHED'),
    failure: failure && { code: failure.code, message: failure.message, ...(failure.param === undefined ? {} : { param: failure.param }) },
    evaluations: evaluations.map((evaluation) => presentEvaluation(evaluation, result)),
    effects: effects.map((effect) => presentEffect(effect, result.people)),
  };
}

function presentEvaluation(
  { rule, status, reason, trace, actions }: Evaluation,
  { failure, clientRefs }: SimulationResult,
): Simulation['evaluations'][number] {
  return {
    rule_id: rule.id,
    rule_set_id: rule.ruleSetId,
    client_ref: clientRefs.get(rule.id) ?? null,
    rule_name: rule.name,
    rule_version: rule.version,
    status,
    reason,
    explanation: status === 'NOT_MATCHED' ? explainMiss(trace) : null,
    trace: [...trace],
    actions: failure
      ? []
      : actions.map(({ target: _target, journal_entry_id: _entry, event_id: _event, broadcast_id: _broadcast, ...action }) => action),
  };
}
