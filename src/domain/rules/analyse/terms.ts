/**
 * Splits a condition into alternatives of statements (disjunctive normal form): it is true exactly when all
 * statements of one alternative hold. A part that cannot be split becomes the statement that it is true, or false.
 */
import type { Node } from '../cel/tree';
import { canonicalText } from './canonical';
import { constantOf, negated, satisfies, type Comparison, type ComparedConstant, type Statement } from './constraint';

export interface Atom {
  /** The canonical text of the value that the statement is about. */
  readonly subject: string;
  /** That value as written. */
  readonly node: Node;
  readonly statement: Statement;
}

export type Term = readonly Atom[];

/** More are not told apart. */
export const MAX_TERMS = 64;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  '_==_': '==',
  '_!=_': '!=',
  '_<_': '<',
  '_<=_': '<=',
  '_>_': '>',
  '_>=_': '>=',
};
const MIRRORED: Readonly<Record<Comparison, Comparison>> = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** No terms: never true. A term without statements: always true. */
export function termsOf(node: Node): readonly Term[] {
  return new Splitter().split(node, true);
}

const statedOf = (node: Node, statement: Statement): readonly Term[] => [[{ subject: canonicalText(node), node, statement }]];
const opaque = (node: Node, wanted: boolean): readonly Term[] => statedOf(node, { op: '==', constant: wanted });
/** That the whole is true, as a single statement. */
export const wholeTerm = (node: Node): Term => opaque(node, true).flat();
const constant = (value: boolean): readonly Term[] => (value ? [[]] : []);

class Splitter {
  /** Each node is split once per outcome, however often it is needed. */
  private readonly done = new Map<Node, Map<boolean, readonly Term[]>>();

  split(node: Node, wanted: boolean): readonly Term[] {
    let results = this.done.get(node);
    if (results === undefined) this.done.set(node, (results = new Map()));
    let terms = results.get(wanted);
    if (terms === undefined) {
      const found = this.take(node, wanted);
      results.set(wanted, (terms = found === undefined || found.length > MAX_TERMS ? opaque(node, wanted) : found));
    }
    return terms;
  }

  private take(node: Node, wanted: boolean): readonly Term[] | undefined {
    const { case: kind, value } = node.exprKind;
    if (kind === 'constExpr' && value.constantKind.case === 'boolValue') return constant(value.constantKind.value === wanted);
    if (kind !== 'callExpr') return undefined;
    const [first, second, third] = value.args;
    if (first === undefined) return undefined;
    if (value.function === '!_') return this.split(first, !wanted);
    if (second === undefined) return undefined;
    if (value.function === '_?_:_' && third) {
      return [...both(this.split(first, true), this.split(second, wanted)), ...both(this.split(first, false), this.split(third, wanted))];
    }
    if (value.function === '_&&_' || value.function === '_||_') {
      const [left, right] = [this.split(first, wanted), this.split(second, wanted)];
      return (value.function === '_&&_') === wanted ? both(left, right) : [...left, ...right];
    }
    return comparison(value.function, first, second, wanted);
  }
}

const both = (left: readonly Term[], right: readonly Term[]): readonly Term[] =>
  left.flatMap((one) => right.map((other) => [...one, ...other]));

function comparison(name: string, left: Node, right: Node, wanted: boolean): readonly Term[] | undefined {
  const stated = statementOf(name, left, right);
  if (stated === undefined) return undefined;
  const { about, statement } = stated;
  const known = constantOf(about);
  if (known !== undefined) return constant(satisfies(known, statement) === wanted);
  return statedOf(about, wanted ? statement : negated(statement));
}

/** `path op constant`, `constant op path` or `path in [constants]`. Only numbers are ordered here. */
function statementOf(name: string, left: Node, right: Node): { about: Node; statement: Statement } | undefined {
  if (name === '@in') {
    const constants = listOf(right);
    return constants && { about: left, statement: { op: 'in', constants } };
  }
  const op = COMPARISONS[name];
  if (op === undefined) return undefined;
  const [constantRight, constantLeft] = [constantOf(right), constantOf(left)];
  if (constantRight !== undefined && isComparable(op, constantRight)) return { about: left, statement: { op, constant: constantRight } };
  if (constantLeft !== undefined && isComparable(op, constantLeft))
    return { about: right, statement: { op: MIRRORED[op], constant: constantLeft } };
  return undefined;
}

const isComparable = (op: Comparison, value: ComparedConstant): boolean =>
  op === '==' || op === '!=' || (typeof value === 'object' && value !== null);

function listOf(node: Node): readonly ComparedConstant[] | undefined {
  if (node.exprKind.case !== 'listExpr') return undefined;
  const constants = node.exprKind.value.elements.map(constantOf);
  return constants.every((value) => value !== undefined) ? constants : undefined;
}

/** The first event field of a plain chain such as `event.user.name`, also within `has(…)`. */
export function eventKeyOf(node: Node): string | undefined {
  if (node.exprKind.case !== 'selectExpr') return undefined;
  const { operand, field } = node.exprKind.value;
  if (operand?.exprKind.case === 'identExpr') return operand.exprKind.value.name === 'event' ? field : undefined;
  return operand && eventKeyOf(operand);
}

/** Whether a node is a presence test: `has(…)`. */
export const asksPresence = ({ exprKind }: Node): boolean => exprKind.case === 'selectExpr' && exprKind.value.testOnly;
