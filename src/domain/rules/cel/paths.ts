/** Reads along a path; an absent value is reported with the whole path as written and the part of it that is missing. */
import { elementAt } from './operators';
import type { Evaluate } from './scope';
import { CelFailure, kindOf, RuleList, RuleMap, type ExpressionResult, type RuleValue } from './values';

class Absent extends CelFailure {
  constructor(
    readonly path: string,
    readonly cause?: string,
  ) {
    super(cause === undefined ? `${path} is absent` : `${path} is absent: ${cause}`);
  }
}

/** The path cannot be followed because something before its end is missing. */
function absentBehind(path: string, failure: CelFailure): CelFailure {
  return failure instanceof Absent ? new Absent(path, failure.cause ?? `there is no ${failure.path}`) : failure;
}

/** The path cannot be followed because a value on the way has no fields or elements. */
function absentWithin(path: string, objectText: string, object: RuleValue): CelFailure {
  return new Absent(path, `${objectText} is ${object === null ? 'null' : `a value of kind ${kindOf(object)}`}`);
}

/** A root name such as `event`. */
export function rootOf(name: string): Evaluate {
  return ({ scope }) => {
    const value = scope.read(name);
    return value === undefined ? new Absent(name) : value;
  };
}

/** `object.field`. */
export function fieldOf(object: Evaluate, field: string, path: string, objectText: string): Evaluate {
  return (frame) => {
    const value = object(frame);
    if (value instanceof RuleMap) return value.get(field) ?? absentField(value, field, path);
    return value instanceof CelFailure ? absentBehind(path, value) : absentWithin(path, objectText, value);
  };
}

/** A null field also ends up here, although it is present. */
function absentField(map: RuleMap, field: string, path: string): ExpressionResult {
  return map.has(field) ? null : new Absent(path);
}

/** `has(object.field)`: presence. A null field is present; null has no fields. */
export function presenceOf(object: Evaluate, field: string, objectText: string): Evaluate {
  return (frame) => {
    const value = object(frame);
    if (value instanceof RuleMap) return value.has(field);
    if (value === null || value instanceof CelFailure) return value ?? false;
    return new CelFailure(`${objectText} has no fields: it is a value of kind ${kindOf(value)}`);
  };
}

/** `container[index]`. */
export function elementOf(container: Evaluate, index: Evaluate, path: string, containerText: string): Evaluate {
  return (frame) => {
    const value = container(frame);
    if (value instanceof CelFailure) return absentBehind(path, value);
    const key = index(frame);
    if (key instanceof CelFailure) return key;
    const element = elementAt(value, key);
    if (element !== undefined) return element;
    if (value instanceof RuleMap) return new Absent(path);
    return value instanceof RuleList
      ? new Absent(path, `${containerText} has ${value.size} elements`)
      : absentWithin(path, containerText, value);
  };
}
