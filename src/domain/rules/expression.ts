/** Compiles a CEL expression once, to be evaluated any number of times; evaluation never throws. */
import type { EvaluationBudget } from './cel/bounds';
import { EvaluationStopped, Meter } from './cel/meter';
import type { NumberMapping } from './cel/numbers';
import { planExpression, type Plan } from './cel/planner';
import type { TraceRecorder } from './cel/recorder';
import type { Scope } from './cel/scope';
import { parseExpression, type ExpressionSyntax } from './cel/syntax';
import type { SourceBase } from './cel/syntax-error';
import { CelFailure, type ExpressionResult } from './cel/values';

/** Immutable. */
export interface CompiledExpression {
  readonly syntax: ExpressionSyntax;
  readonly plan: Plan;
}

/**
 * @param base where the source is in what its author wrote, when that is more than the expression
 * @throws RuleSyntaxError with line and column, and nothing else, whatever the source
 */
export function compileExpression(
  source: string,
  numbers: NumberMapping,
  roots: ReadonlySet<string>,
  base?: SourceBase,
): CompiledExpression {
  const syntax = parseExpression(source, base);
  return { syntax, plan: planExpression(syntax, numbers, roots) };
}

/** The value, or the failure that remained after every operator had its chance to absorb it. */
export function evaluateExpression(
  expression: CompiledExpression,
  scope: Scope,
  budget: EvaluationBudget,
  recorder?: TraceRecorder,
): ExpressionResult {
  try {
    return expression.plan.evaluate({ scope, meter: new Meter(budget), locals: [], recorder });
  } catch (error) {
    if (error instanceof EvaluationStopped) return new CelFailure(error.message);
    return new CelFailure('The expression could not be evaluated on these values');
  }
}
