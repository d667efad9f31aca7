/**
 * Reads the library's syntax tree: which parts a node has, and which macro a comprehension was written
 * as. Macros are recovered so that loops run, stop and are explained as their authors wrote them.
 */
import type { parse } from '@bufbuild/cel';

export type Node = ReturnType<typeof parse>['expr'];
type Kind = NonNullable<Node['exprKind']['case']>;
type NodeValue<K extends Kind> = Extract<Node['exprKind'], { case: K }>['value'];
export type Call = NodeValue<'callExpr'>;
export type Select = NodeValue<'selectExpr'>;
export type Comprehension = NodeValue<'comprehensionExpr'>;
export type Struct = NodeValue<'structExpr'>;
export type LiteralValue = NodeValue<'constExpr'>['constantKind'];

export type LoopKind = 'exists' | 'all' | 'exists_one' | 'map' | 'filter';

/** One macro call: `range.kind(variable, test, element)`, where `map` may lack the test and only `map` has an element. */
export interface Loop {
  readonly kind: LoopKind;
  readonly range: Node;
  readonly variable: string;
  readonly test: Node | undefined;
  readonly element: Node | undefined;
}

/** The name under which the macros accumulate; it cannot be written in source. */
const ACCUMULATOR = '@result';

function callOf(node: Node | undefined, name: string): readonly Node[] | undefined {
  return node?.exprKind.case === 'callExpr' && node.exprKind.value.function === name ? node.exprKind.value.args : undefined;
}

/** The element that a step `@result + [element]` appends. */
function appended(step: Node | undefined): Node | undefined {
  const list = callOf(step, '_+_')?.[1];
  return list?.exprKind.case === 'listExpr' ? list.exprKind.value.elements[0] : undefined;
}

function isVariable(node: Node | undefined, name: string): boolean {
  return node?.exprKind.case === 'identExpr' && node.exprKind.value.name === name;
}

/** The macro that a comprehension was written as, or undefined for a shape that no macro expands to. */
export function loopOf(comprehension: Comprehension): Loop | undefined {
  const { iterRange: range, iterVar: variable, loopStep: step } = comprehension;
  if (range === undefined || comprehension.accuVar !== ACCUMULATOR) return undefined;
  const whenAny = callOf(step, '_||_');
  if (whenAny !== undefined) return { kind: 'exists', range, variable, test: whenAny[1], element: undefined };
  const whenAll = callOf(step, '_&&_');
  if (whenAll !== undefined) return { kind: 'all', range, variable, test: whenAll[1], element: undefined };
  const chosen = callOf(step, '_?_:_');
  if (chosen === undefined) return { kind: 'map', range, variable, test: undefined, element: appended(step) };
  const test = chosen[0];
  const element = appended(chosen[1]);
  if (element === undefined) return { kind: 'exists_one', range, variable, test, element: undefined };
  return isVariable(element, variable)
    ? { kind: 'filter', range, variable, test, element: undefined }
    : { kind: 'map', range, variable, test, element };
}

/** The parts that the author wrote, in reading order; for a loop, its range, then its body. */
export function partsOf(node: Node): Node[] {
  const { case: kind, value } = node.exprKind;
  switch (kind) {
    case 'callExpr':
      return value.target === undefined ? value.args : [value.target, ...value.args];
    case 'selectExpr':
      return value.operand === undefined ? [] : [value.operand];
    case 'listExpr':
      return value.elements;
    case 'structExpr':
      return value.entries.flatMap((entry) =>
        [entry.keyKind.case === 'mapKey' ? entry.keyKind.value : undefined, entry.value].filter((part) => part !== undefined),
      );
    case 'comprehensionExpr': {
      const loop = loopOf(value);
      return loop === undefined ? [] : [loop.range, loop.test, loop.element].filter((part) => part !== undefined);
    }
    default:
      return [];
  }
}

/** The number of parts of a tree, itself included. */
export function sizeOf(node: Node | undefined): number {
  return node === undefined ? 0 : partsOf(node).reduce((size, part) => size + sizeOf(part), 1);
}

/** The root and fields of a plain chain such as `event.pull_request.user`, or undefined. */
export function dottedName(node: Node): string | undefined {
  if (node.exprKind.case === 'identExpr') return node.exprKind.value.name;
  if (node.exprKind.case !== 'selectExpr' || node.exprKind.value.testOnly) return undefined;
  const { operand, field } = node.exprKind.value;
  const prefix = operand === undefined ? undefined : dottedName(operand);
  return prefix === undefined ? undefined : `${prefix}.${field}`;
}
