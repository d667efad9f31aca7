/**
 * Compiles a syntax tree into nested closures, once. Names, functions and literals are resolved
 * here, so an expression that compiles can only fail on the values it meets.
 */
import { CelScalar, listType, mapType, objectType, type CelType } from '@bufbuild/cel';
import { DECIMAL_TYPE } from './conversions';
import { NAMESPACES, resolveFunction } from './functions';
import { callLibrary } from './library';
import { conditional, connective, listOf, loop, mapOf, not } from './logic';
import type { NumberMapping } from './numbers';
import { binaryOperators, negate, type BinaryOperator } from './operators';
import { elementOf, fieldOf, presenceOf, rootOf } from './paths';
import type { TracePoint } from './recorder';
import type { Evaluate } from './scope';
import type { ExpressionSyntax } from './syntax';
import { dottedName, loopOf, sizeOf, type Call, type Comprehension, type LiteralValue, type Node, type Select, type Struct } from './tree';
import { CelFailure, isNumber, type RuleValue } from './values';

const { DYN } = CelScalar;
const TYPES: Readonly<Record<string, CelType>> = {
  int: CelScalar.INT,
  uint: CelScalar.UINT,
  double: CelScalar.DOUBLE,
  bool: CelScalar.BOOL,
  string: CelScalar.STRING,
  bytes: CelScalar.BYTES,
  null_type: CelScalar.NULL,
  decimal: DECIMAL_TYPE,
  type: CelScalar.TYPE,
  list: listType(DYN),
  map: mapType(DYN, DYN),
  'google.protobuf.Timestamp': objectType('google.protobuf.Timestamp'),
  'google.protobuf.Duration': objectType('google.protobuf.Duration'),
};
/** Parts of a loop's body evaluated in one step. */
const PARTS_PER_STEP = 8;
const COMPARISONS: ReadonlySet<string> = new Set(['_==_', '_<_', '_<=_', '_>_', '_>=_']);

export interface Plan {
  readonly evaluate: Evaluate;
  readonly points: readonly TracePoint[];
}

class Planner {
  readonly points: TracePoint[] = [];
  private readonly variables: string[] = [];
  private readonly operators: Readonly<Record<string, BinaryOperator>>;

  constructor(
    private readonly syntax: ExpressionSyntax,
    private readonly numbers: NumberMapping,
    private readonly roots: ReadonlySet<string>,
  ) {
    this.operators = binaryOperators(numbers);
  }

  plan(node: Node): Evaluate {
    const { case: kind, value } = node.exprKind;
    switch (kind) {
      case 'constExpr':
        return this.planConstant(node, value.constantKind);
      case 'listExpr':
        return listOf(value.elements.map((element) => this.plan(element)));
      case 'structExpr':
        return this.planMap(node, value);
      case 'identExpr':
      case 'selectExpr':
      case 'callExpr':
      case 'comprehensionExpr':
        return this.traced(node, (point) => this.planTraced(node, point));
      default:
        throw this.syntax.errorAt(node, 'This part of the expression is not supported.');
    }
  }

  /** Records the value of the node, except inside loops, where there is no single value. */
  private traced(node: Node, plan: (point: number) => Evaluate): Evaluate {
    if (this.variables.length > 0 || this.isType(node)) return plan(-1);
    const point = this.points.push({ expression: this.syntax.textOf(node) }) - 1;
    const evaluate = plan(point);
    return (frame) => {
      const outcome = evaluate(frame);
      frame.recorder?.record(point, outcome);
      return outcome;
    };
  }

  private planTraced(node: Node, point: number): Evaluate {
    const { case: kind, value } = node.exprKind;
    if (kind === 'identExpr') return this.planName(node, value.name);
    if (kind === 'selectExpr') return this.planSelect(node, value);
    if (kind === 'callExpr') return this.planCall(node, value, point);
    if (kind === 'comprehensionExpr') return this.planLoop(node, value);
    throw this.syntax.errorAt(node, 'This part of the expression is not supported.');
  }

  /** The object of a field or index: not recorded, because the whole path is. */
  private planOperand(node: Node): Evaluate {
    const { case: kind, value } = node.exprKind;
    if (kind === 'identExpr') return this.planName(node, value.name);
    if (kind === 'selectExpr') return this.planSelect(node, value);
    return kind === 'callExpr' && value.function === '_[_]' ? this.planIndex(node, value) : this.plan(node);
  }

  private planConstant(node: Node, constant: LiteralValue): Evaluate {
    const value = this.constantValue(node, constant);
    return () => value;
  }

  private constantValue(node: Node, constant: LiteralValue): RuleValue {
    switch (constant.case) {
      case 'stringValue':
      case 'bytesValue':
      case 'boolValue':
        return constant.value;
      case 'nullValue':
        return null;
      default: {
        const number = this.numbers.ofLiteral(this.syntax.textOf(node));
        if (number === undefined) throw this.syntax.errorAt(node, 'The number is outside the range of its kind.');
        return number;
      }
    }
  }

  private planMap(node: Node, struct: Struct): Evaluate {
    if (struct.messageName !== '') throw this.syntax.errorAt(node, `There is no type ${struct.messageName} to construct.`);
    const entries = struct.entries.map(({ keyKind, value }) => {
      if (keyKind.case !== 'mapKey' || value === undefined)
        throw this.syntax.errorAt(node, 'This part of the expression is not supported.');
      return { key: this.plan(keyKind.value), value: this.plan(value) };
    });
    return mapOf(entries);
  }

  private isType(node: Node): boolean {
    const name = dottedName(node);
    return name !== undefined && Object.hasOwn(TYPES, name) && !this.isName(name.split('.')[0] ?? name);
  }

  private isName(name: string): boolean {
    return this.variables.includes(name) || this.roots.has(name);
  }

  private planName(node: Node, name: string): Evaluate {
    const local = this.variables.lastIndexOf(name);
    if (local >= 0) return (frame) => frame.locals[local] ?? null;
    if (this.roots.has(name)) return rootOf(name);
    const type = TYPES[name];
    if (type !== undefined && Object.hasOwn(TYPES, name)) return () => type;
    throw this.syntax.errorAt(node, `There is no name ${name}. An expression may read ${[...this.roots].join(', ')}.`);
  }

  private planSelect(node: Node, { operand, field, testOnly }: Select): Evaluate {
    if (operand === undefined) throw this.syntax.errorAt(node, 'This part of the expression is not supported.');
    if (this.isType(node)) {
      const type = TYPES[dottedName(node) ?? ''];
      if (type !== undefined) return () => type;
    }
    const object = this.planOperand(operand);
    const objectText = this.syntax.textOf(operand);
    return testOnly ? presenceOf(object, field, objectText) : fieldOf(object, field, this.syntax.textOf(node), objectText);
  }

  private planIndex(node: Node, { args: [container, index] }: Call): Evaluate {
    if (container === undefined || index === undefined) throw this.syntax.errorAt(node, 'An index needs a value.');
    return elementOf(this.planOperand(container), this.plan(index), this.syntax.textOf(node), this.syntax.textOf(container));
  }

  private planCall(node: Node, call: Call, point: number): Evaluate {
    const operator = Object.hasOwn(this.operators, call.function) ? this.operators[call.function] : undefined;
    if (operator !== undefined) return this.planBinary(node, call, operator, point);
    switch (call.function) {
      case '_&&_':
      case '_||_':
        return connective(
          this.operandsOf(node, call.function).map((operand) => this.plan(operand)),
          call.function === '_||_',
        );
      case '_[_]':
        return this.planIndex(node, call);
      case '!_':
        return not(this.argument(node, call, 0));
      case '-_': {
        const operand = this.argument(node, call, 0);
        return (frame) => {
          const value = operand(frame);
          return value instanceof CelFailure ? value : negate(value, this.numbers);
        };
      }
      case '_?_:_':
        return conditional(this.argument(node, call, 0), this.argument(node, call, 1), this.argument(node, call, 2));
      default:
        return this.planFunction(node, call);
    }
  }

  /** The operands of a chain of one connective, which the parser balances into a tree. */
  private operandsOf(node: Node, connectiveName: string): Node[] {
    if (node.exprKind.case !== 'callExpr' || node.exprKind.value.function !== connectiveName) return [node];
    return node.exprKind.value.args.flatMap((operand) => this.operandsOf(operand, connectiveName));
  }

  private argument(node: Node, call: Call, index: number): Evaluate {
    const argument = call.args[index];
    if (argument === undefined) throw this.syntax.errorAt(node, 'An operand is missing.');
    return this.plan(argument);
  }

  private planBinary(node: Node, call: Call, operator: BinaryOperator, point: number): Evaluate {
    const left = this.argument(node, call, 0);
    const right = this.argument(node, call, 1);
    const compares = point >= 0 && COMPARISONS.has(call.function);
    return (frame) => {
      const leftValue = left(frame);
      if (leftValue instanceof CelFailure) return leftValue;
      const rightValue = right(frame);
      if (rightValue instanceof CelFailure) return rightValue;
      const outcome = operator(leftValue, rightValue, frame.meter);
      if (compares && outcome === false && frame.recorder !== undefined && isNumber(leftValue) && isNumber(rightValue)) {
        frame.recorder.recordMiss(point, leftValue, rightValue);
      }
      return outcome;
    };
  }

  private planFunction(node: Node, call: Call): Evaluate {
    const namespace = call.target === undefined ? undefined : dottedName(call.target);
    const isNamespaced = namespace !== undefined && NAMESPACES.has(namespace) && !this.isName(namespace);
    const name = isNamespaced ? `${namespace}.${call.function}` : call.function;
    const receiver = isNamespaced ? undefined : call.target;
    const found = resolveFunction(name, receiver === undefined ? 'function' : 'method', call.args.length);
    if (typeof found === 'string') throw this.syntax.errorAt(node, found);
    if (name === 'matches') this.checkPattern(call.args.at(-1));
    const parts = (receiver === undefined ? call.args : [receiver, ...call.args]).map((part) => this.plan(part));
    return (frame) => {
      const values: RuleValue[] = [];
      for (const part of parts) {
        const value = part(frame);
        if (value instanceof CelFailure) return value;
        values.push(value);
      }
      return found(values, this.numbers, frame.meter);
    };
  }

  /** A literal pattern that can never match is refused now rather than at every event. */
  private checkPattern(pattern: Node | undefined): void {
    if (pattern?.exprKind.case !== 'constExpr' || pattern.exprKind.value.constantKind.case !== 'stringValue') return;
    const outcome = callLibrary('matches', 'method', ['', pattern.exprKind.value.constantKind.value], this.numbers);
    if (outcome instanceof CelFailure) throw this.syntax.errorAt(pattern, `The pattern is not a regular expression: ${outcome.reason}.`);
  }

  private planLoop(node: Node, comprehension: Comprehension): Evaluate {
    const found = loopOf(comprehension);
    if (found === undefined) throw this.syntax.errorAt(node, 'This part of the expression is not supported.');
    const range = this.plan(found.range);
    const local = this.variables.push(found.variable) - 1;
    const test = found.test === undefined ? undefined : this.plan(found.test);
    const element = found.element === undefined ? undefined : this.plan(found.element);
    this.variables.pop();
    const parts = sizeOf(found.test) + sizeOf(found.element);
    return loop({ kind: found.kind, range, local, test, element, steps: Math.max(1, Math.floor(parts / PARTS_PER_STEP)) });
  }
}

/** @throws RuleSyntaxError for names, functions and literals that do not exist, with their position. */
export function planExpression(syntax: ExpressionSyntax, numbers: NumberMapping, roots: ReadonlySet<string>): Plan {
  const planner = new Planner(syntax, numbers, roots);
  return { evaluate: planner.plan(syntax.root), points: planner.points };
}
