/**
 * Compiles and evaluates conditions: CEL expressions over the event and the state around it that decide
 * whether a rule applies. Numbers behave as in CEL: see the number mapping.
 */
import { activationScope, RULE_ROOTS, type RuleActivation } from './activation';
import type { EvaluationBudget } from './cel/bounds';
import { conditionNumbers } from './cel/numbers';
import { TraceRecorder } from './cel/recorder';
import { CelFailure, kindOf, type ExpressionResult } from './cel/values';
import { compileExpression, evaluateExpression, type CompiledExpression } from './expression';
import { traceSteps, type TraceStep } from './trace';

/** Immutable; compile once, evaluate for every event. */
export interface CompiledCondition {
  readonly source: string;
  readonly expression: CompiledExpression;
}

export interface ConditionResult {
  readonly outcome: 'MATCHED' | 'NOT_MATCHED' | 'ERROR';
  /** One sentence without its period, such as `event.amount is absent`; only on ERROR. */
  readonly reason?: string;
  /** Empty when no trace was requested. */
  readonly trace: readonly TraceStep[];
}

/**
 * @param roots what it may read.
 * @throws RuleSyntaxError when the source does not parse, is beyond the bounds, or names what does not exist.
 */
export function compileCondition(source: string, roots: ReadonlySet<string> = RULE_ROOTS): CompiledCondition {
  return { source, expression: compileExpression(source, conditionNumbers, roots) };
}

function resultOf(outcome: ExpressionResult, trace: readonly TraceStep[]): ConditionResult {
  if (typeof outcome === 'boolean') return { outcome: outcome ? 'MATCHED' : 'NOT_MATCHED', trace };
  const reason =
    outcome instanceof CelFailure ? outcome.reason : `The condition gives a value of kind ${kindOf(outcome)}, not true or false`;
  return { outcome: 'ERROR', reason, trace };
}

/**
 * Never throws: whatever goes wrong is an ERROR with its reason.
 * @param options `ALL` traces every condition that is not met, where others trace only what decides.
 */
export function evaluateCondition(
  condition: CompiledCondition,
  activation: RuleActivation,
  budget: EvaluationBudget,
  options: { readonly trace: boolean | 'ALL' } = { trace: true },
): ConditionResult {
  const recorder = options.trace === false ? undefined : new TraceRecorder(options.trace === 'ALL');
  const outcome = evaluateExpression(condition.expression, activationScope(activation, conditionNumbers), budget, recorder);
  return resultOf(outcome, recorder === undefined ? [] : traceSteps(condition.expression.plan.points, recorder));
}
