/** Carries out the methods of arrays and texts with which the code puts statements together, and compares values. */
import ts from 'typescript';

/** What is known only at run time. */
export class Unknown {
  constructor(readonly what: string) {}
}

/** What would throw at run time: nothing can come to this. */
export class Impossible extends Unknown {}

type Value = unknown;

/** An object, of which more may be known only at run time. */
export class Fields extends Map<string, Value> {
  private open = false;

  read(name: string): Value {
    return this.has(name) || !this.open ? this.get(name) : new Unknown(name);
  }

  /** Takes the fields of another object. */
  take(other: Value): void {
    if (other instanceof Unknown) this.open = true;
    if (!(other instanceof Fields)) return;
    this.open ||= other.open;
    for (const [name, value] of other) this.set(name, value);
  }
}

type Apply = (callback: Value, values: readonly Value[]) => Value;

/** @param given the arguments, each evaluated when it is needed. */
export function method(owner: Value, name: string, given: readonly (() => Value)[], apply: Apply): Value {
  const argument = (index: number): Value => given[index]?.();
  if (owner === Object) return ofObject(name, argument(0));
  if (owner === Array && name === 'from') return listFrom(argument, apply);
  if (owner instanceof Unknown) return ofUnknown(owner, name, argument, apply);
  if (Array.isArray(owner)) return ofArray(owner as Value[], name, argument, apply);
  if (typeof owner === 'string') return ofText(owner, name, argument);
  return new Unknown(`.${name}()`);
}

function ofObject(name: string, object: Value): Value {
  if (name === 'fromEntries' && Array.isArray(object)) return new Fields(object as [string, Value][]);
  if (!(object instanceof Fields)) return object instanceof Unknown ? object : new Unknown(`Object.${name}`);
  const entries = [...object];
  if (name === 'entries') return entries.map(([key, value]) => [key, value]);
  if (name === 'keys') return entries.map(([key]) => key);
  if (name === 'values') return entries.map(([, value]) => value);
  return new Unknown(`Object.${name}`);
}

function listFrom(argument: (index: number) => Value, apply: Apply): Value {
  const shape = argument(0);
  const length: unknown = shape instanceof Fields ? shape.get('length') : null;
  if (typeof length !== 'number') return new Unknown('Array.from');
  return Array.from({ length }, (_, index) => apply(argument(1), [undefined, index]));
}

/** A list of unknown length is taken to hold one. */
function ofUnknown(owner: Unknown, name: string, argument: (index: number) => Value, apply: Apply): Value {
  if (name === 'map') return [apply(argument(0), [owner, 0])];
  if (name === 'flatMap') return [apply(argument(0), [owner, 0])].flat();
  return owner;
}

let pushed = 1_000;

function ofArray(owner: Value[], name: string, argument: (index: number) => Value, apply: Apply): Value {
  switch (name) {
    case 'map':
      return owner.map((value, index) => apply(argument(0), [value, index]));
    case 'flatMap':
      return owner.flatMap((value, index) => apply(argument(0), [value, index]));
    case 'filter':
      return owner.filter((value) => {
        const kept = apply(argument(0), [value]);
        return kept instanceof Unknown || Boolean(kept);
      });
    case 'join':
      return joined(owner, argument(0));
    case 'push':
      // What comes of it is the number of a parameter: any that nothing else has.
      owner.push(argument(0));
      return (pushed += 1);
    case 'slice':
      return owner.slice(argument(0) as number, argument(1) as number | undefined);
    case 'at':
      return owner.at(argument(0) as number);
    case 'concat':
      return owner.concat(argument(0));
    default:
      return new Unknown(`.${name}()`);
  }
}

function joined(parts: readonly Value[], separator: Value): Value {
  const unknown = parts.find((part) => part instanceof Unknown);
  return unknown ?? parts.join(separator === undefined ? ',' : (separator as string));
}

function ofText(owner: string, name: string, argument: (index: number) => Value): Value {
  const [first, second] = [argument(0), argument(1)];
  if (first instanceof Unknown || second instanceof Unknown) return new Unknown(`.${name}()`);
  if (name === 'trim') return owner.trim();
  if (name === 'replaceAll' && typeof first === 'string') return owner.replaceAll(first, String(second));
  if (name === 'replace' && (typeof first === 'string' || first instanceof RegExp) && typeof second === 'string')
    return owner.replace(first, second);
  if (name === 'split' && typeof first === 'string') return owner.split(first);
  if (name === 'toUpperCase') return owner.toUpperCase();
  if (name === 'toLowerCase') return owner.toLowerCase();
  if (name === 'repeat') return owner.repeat(Number(first));
  return new Unknown(`.${name}()`);
}

export function compared(kind: ts.SyntaxKind, left: Value, right: Value): Value {
  const known = !(left instanceof Unknown) && !(right instanceof Unknown);
  if (known && kind === ts.SyntaxKind.EqualsEqualsEqualsToken) return left === right;
  if (known && kind === ts.SyntaxKind.ExclamationEqualsEqualsToken) return left !== right;
  if (typeof left === 'number' && typeof right === 'number' && kind === ts.SyntaxKind.GreaterThanToken) return left > right;
  return new Unknown('a comparison');
}

/** The expression of a literal such as `/\w+/g`. */
export function regularExpression(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}
