/** Presents what rules would do in its wire form, without ids of anything that does not exist. */
import type { Simulation } from '@/contract/rule-simulation';
import { keptCodes } from '@/domain/codes/kept';
import type { Evaluation } from '@/domain/rules/evaluate';
import { presentEffect, presentTrial } from '@/server/services/rules/present-evaluation';
import type { SimulationResult } from '@/server/services/rules/simulate';

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
