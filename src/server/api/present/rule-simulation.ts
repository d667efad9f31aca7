/** Presents what rules would do in its wire form, without ids of anything that does not exist. */
import type { Simulation } from '@/contract/rule-simulation';
import type { Evaluation } from '@/domain/rules/evaluate';
import type { SimulatedEffect } from '@/domain/rules/effects';
import { explainMiss } from '@/domain/rules/explanation';
import type { SimulationResult } from '@/server/services/rules/simulate';
import { presentTime } from './time';

export function presentSimulation(result: SimulationResult): Simulation {
  const { failure, evaluations, effects } = result;
  return {
    matched: evaluations.some(({ status }) => status === 'MATCHED'),
    failure: failure && { code: failure.code, message: failure.message, ...(failure.param === undefined ? {} : { param: failure.param }) },
    evaluations: evaluations.map((evaluation) => presentEvaluation(evaluation, result)),
    effects: effects.map((effect) => presentEffect(effect, result)),
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

export function presentEffect(effect: SimulatedEffect, { people }: Pick<SimulationResult, 'people'>): Simulation['effects'][number] {
  const { ruleId, type, target, assetId, bucket, amount, requested, key, value, eventData, dueAt } = effect;
  const person = target && people.get(target.id);
  return {
    rule_id: ruleId,
    type,
    target: target && { type: target.type, id: person?.fresh ? null : target.id, external_id: person?.externalId ?? null },
    ...(assetId === undefined ? {} : { asset_id: assetId }),
    ...(bucket === undefined ? {} : { bucket }),
    ...(amount === undefined ? {} : { amount }),
    ...(requested === undefined ? {} : { requested }),
    ...(key === undefined ? {} : { key }),
    ...(value === undefined ? {} : { value }),
    ...(eventData === undefined ? {} : { event_data: eventData }),
    ...(dueAt === undefined ? {} : { due_at: presentTime(dueAt) }),
  };
}
