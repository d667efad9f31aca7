/**
 * Reports one evaluation: the value of every sub-expression that was reached, outermost first, each before
 * its parts, so that "why not" needs no guessing. Values are cut to a readable size, and so is the text of parts.
 *
 * A numeric comparison that came out false carries its `margin`: left minus right as an exact
 * decimal. `event.amount >= 50` with 37.50 has the margin "-12.5": 12.5 short of the threshold.
 * A sub-expression without a value shows `{"error": reason}`. Inside a loop nothing is recorded;
 * the loop itself is.
 */
import { formatDecimal } from '../money';
import { jsonOfScalar, type JsonValue } from './cel/json';
import { textOfTime } from './cel/library';
import { decimalOf } from './cel/numbers';
import type { TracePoint, TraceRecorder } from './cel/recorder';
import { CelFailure, mapKeyOf, RuleList, RuleMap, type ExpressionResult, type RuleValue } from './cel/values';

export interface TraceStep {
  /** Source text of the sub-expression. */
  readonly expression: string;
  readonly value: JsonValue;
  readonly margin?: string;
}

const MAX_STEPS = 200;
const MAX_TEXT = 200;
const MAX_ITEMS = 10;

function shortText(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

function scalarSummary(value: Exclude<RuleValue, RuleList | RuleMap>): JsonValue {
  const bounded = value instanceof Uint8Array ? value.subarray(0, MAX_TEXT) : value;
  const json = jsonOfScalar(bounded, textOfTime);
  return typeof json === 'string' ? shortText(json) : json;
}

/** The stand-in for a container within a container, or one that is too large. */
function containerSummary(value: RuleList | RuleMap): string {
  if (value instanceof RuleList) return `list of ${value.size}`;
  return `map of ${value.size}`;
}

function nestedSummary(value: RuleValue): JsonValue {
  return value instanceof RuleList || value instanceof RuleMap ? containerSummary(value) : scalarSummary(value);
}

function summary(value: RuleValue): JsonValue {
  if (!(value instanceof RuleList) && !(value instanceof RuleMap)) return scalarSummary(value);
  if (value.size > MAX_ITEMS) return containerSummary(value);
  if (value instanceof RuleList) return Array.from(value, nestedSummary);
  return Object.fromEntries(
    Array.from(value.keys(), (key) => [String(nestedSummary(key)), nestedSummary(value.get(mapKeyOf(key) ?? '') ?? null)]),
  );
}

function marginOf(recorder: TraceRecorder, point: number): string | undefined {
  const [left, right] = (recorder.missAt(point) ?? []).map(decimalOf);
  return left === undefined || right === undefined ? undefined : formatDecimal(left.minus(right));
}

function stepOf(expression: string, outcome: ExpressionResult, margin: string | undefined): TraceStep {
  const value = outcome instanceof CelFailure ? { error: shortText(outcome.reason) } : summary(outcome);
  return margin === undefined ? { expression, value } : { expression, value, margin };
}

/** The value of a part of an expression, by the text of the part; undefined when it was not reached, or has none. */
export const tracedValue = (trace: readonly TraceStep[], expression: string): JsonValue | undefined =>
  trace.find((step) => step.expression === expression || step.expression === shortText(expression))?.value;

/** The steps that `recorder` holds, at most 200. */
export function traceSteps(points: readonly TracePoint[], recorder: TraceRecorder): TraceStep[] {
  const steps: TraceStep[] = [];
  for (let point = 0; point < points.length && steps.length < MAX_STEPS; point += 1) {
    const outcome = recorder.outcomeAt(point);
    const expression = points[point]?.expression;
    if (outcome === undefined || expression === undefined) continue;
    // The whole is kept whole, so that it can be read again.
    steps.push(stepOf(point === 0 ? expression : shortText(expression), outcome, marginOf(recorder, point)));
  }
  return steps;
}
