/** Compiles the operators that decide what is evaluated at all: `&&`, `||`, `? :`, `!` and the loops. */
import { MAX_BUILT_SIZE } from './bounds';
import type { Evaluate, Frame } from './scope';
import type { LoopKind } from './tree';
import {
  BuiltList,
  BuiltMap,
  CelFailure,
  kindOf,
  mapKeyOf,
  RuleList,
  RuleMap,
  TOO_LARGE,
  type MapKey,
  type ExpressionResult,
  type RuleValue,
} from './values';

function notBool(value: RuleValue): CelFailure {
  return new CelFailure(`A condition is true or false, not a value of kind ${kindOf(value)}`);
}

/**
 * `&&` (decided by false) and `||` (decided by true) over any number of operands. A deciding operand
 * wins over failures on either side of it; otherwise the first failure is the result.
 */
export function connective(operands: readonly Evaluate[], decisive: boolean): Evaluate {
  return (frame) => {
    const reachesAll = !decisive && frame.recorder?.reachesAll === true;
    let isDecided = false;
    let failure: CelFailure | undefined;
    for (const operand of operands) {
      const value = operand(frame);
      if (value === decisive) {
        if (!reachesAll) return decisive;
        isDecided = true;
      } else if (typeof value !== 'boolean') failure ??= value instanceof CelFailure ? value : notBool(value);
    }
    return isDecided ? decisive : (failure ?? !decisive);
  };
}

export function not(operand: Evaluate): Evaluate {
  return (frame) => {
    const value = operand(frame);
    if (typeof value === 'boolean') return !value;
    return value instanceof CelFailure ? value : notBool(value);
  };
}

export function conditional(condition: Evaluate, whenTrue: Evaluate, whenFalse: Evaluate): Evaluate {
  return (frame) => {
    const value = condition(frame);
    if (value === true) return whenTrue(frame);
    if (value === false) return whenFalse(frame);
    return value instanceof CelFailure ? value : notBool(value);
  };
}

/** A compiled loop: its parts, and the slot of its variable. */
interface LoopPlan {
  readonly kind: LoopKind;
  readonly range: Evaluate;
  readonly local: number;
  readonly test: Evaluate | undefined;
  readonly element: Evaluate | undefined;
  /** What one iteration costs, by the size of the body. */
  readonly steps: number;
}

type LoopBody = (items: Iterable<RuleValue>, plan: LoopPlan, frame: Frame) => ExpressionResult;

function always(): ExpressionResult {
  return true;
}

/** `exists` (decided by true) and `all` (decided by false). */
function quantifier(decisive: boolean): LoopBody {
  return (items, { local, test = always, steps }, frame) => {
    let failure: CelFailure | undefined;
    for (const item of items) {
      frame.meter.spend(steps);
      frame.locals[local] = item;
      const value = test(frame);
      if (value === decisive) return decisive;
      if (typeof value !== 'boolean') failure ??= value instanceof CelFailure ? value : notBool(value);
    }
    return failure ?? !decisive;
  };
}

const existsOne: LoopBody = (items, { local, test = always, steps }, frame) => {
  let count = 0;
  for (const item of items) {
    frame.meter.spend(steps);
    frame.locals[local] = item;
    const value = test(frame);
    if (typeof value !== 'boolean') return value instanceof CelFailure ? value : notBool(value);
    if (value) count += 1;
  }
  return count === 1;
};

/** `map` and `filter`: the items that pass the test, or their transformed values. */
const collect: LoopBody = (items, { local, test = always, element, steps }, frame) => {
  const collected: RuleValue[] = [];
  for (const item of items) {
    frame.meter.spend(steps);
    frame.locals[local] = item;
    const chosen = test(frame);
    if (typeof chosen !== 'boolean') return chosen instanceof CelFailure ? chosen : notBool(chosen);
    if (!chosen) continue;
    const value = element === undefined ? item : element(frame);
    if (value instanceof CelFailure) return value;
    if (collected.push(value) > MAX_BUILT_SIZE) return TOO_LARGE;
  }
  return new BuiltList(collected);
};

const BODIES: Readonly<Record<LoopKind, LoopBody>> = {
  exists: quantifier(true),
  all: quantifier(false),
  exists_one: existsOne,
  map: collect,
  filter: collect,
};

/** Runs over the elements of a list or the keys of a map. */
export function loop(plan: LoopPlan): Evaluate {
  const body = BODIES[plan.kind];
  return (frame) => {
    const range = plan.range(frame);
    if (range instanceof CelFailure) return range;
    if (range instanceof RuleMap) return body(range.keys(), plan, frame);
    return range instanceof RuleList
      ? body(range, plan, frame)
      : new CelFailure(`A loop needs a list or a map, not a value of kind ${kindOf(range)}`);
  };
}

/** A list literal. */
export function listOf(elements: readonly Evaluate[]): Evaluate {
  return (frame) => {
    const values: RuleValue[] = [];
    for (const element of elements) {
      const value = element(frame);
      if (value instanceof CelFailure) return value;
      values.push(value);
    }
    return new BuiltList(values);
  };
}

/** A map literal. */
export function mapOf(entries: readonly { readonly key: Evaluate; readonly value: Evaluate }[]): Evaluate {
  return (frame) => {
    const built = new Map<MapKey, { key: RuleValue; value: RuleValue }>();
    for (const entry of entries) {
      const key = entry.key(frame);
      if (key instanceof CelFailure) return key;
      const value = entry.value(frame);
      if (value instanceof CelFailure) return value;
      const mapKey = mapKeyOf(key);
      if (mapKey === undefined) return new CelFailure(`A value of kind ${kindOf(key)} cannot be the key of a map`);
      if (built.has(mapKey)) return new CelFailure(`The map has the key ${String(mapKey)} twice`);
      built.set(mapKey, { key, value });
    }
    return new BuiltMap(built);
  };
}
