/** Reads what a line names or computes: fields, values, lists and calls; anything else stays an expression with its text. */
import { loopOf, type Call, type Comprehension, type LiteralValue, type Node } from '../cel/tree';
import type { ArithmeticOperator, Block, FieldStep, FieldTerm, BlockTerm } from './block';

const PLAIN_NAME = /^[A-Za-z_]\w*$/;
/** Names that the grammar takes for something else where a field is written. */
const KEYWORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);
const NUMBER = /^-?\s*(?:0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)[uU]?$/;

const ARITHMETIC: ReadonlyMap<string, ArithmeticOperator> = new Map([
  ['_+_', '+'],
  ['_-_', '-'],
  ['_*_', '*'],
  ['_/_', '/'],
  ['_%_', '%'],
]);

/** @param textOf the source text of a node, comments blanked. @param blockOf reads the test of a filter. */
export class TermReader {
  constructor(
    private readonly textOf: (node: Node) => string,
    private readonly blockOf: (test: Node) => Block,
  ) {}

  of(node: Node): BlockTerm {
    const { case: kind, value } = node.exprKind;
    const read =
      kind === 'constExpr'
        ? this.literal(node, value.constantKind)
        : kind === 'listExpr'
          ? this.list(value.elements, value.optionalIndices.length)
          : kind === 'comprehensionExpr'
            ? this.each(value)
            : (fieldOf(node) ?? (kind === 'callExpr' ? this.call(value) : null));
    return read ?? { kind: 'expression', text: this.textOf(node) };
  }

  private literal(node: Node, constant: LiteralValue): BlockTerm | null {
    if (constant.case === 'stringValue') return { kind: 'text', value: constant.value };
    if (constant.case === 'boolValue') return { kind: 'flag', value: constant.value };
    if (constant.case === 'nullValue') return { kind: 'null' };
    if (constant.case !== 'int64Value' && constant.case !== 'uint64Value' && constant.case !== 'doubleValue') return null;
    const text = this.textOf(node);
    return { kind: 'number', text: NUMBER.test(text) ? text : signedText(constant) };
  }

  private list(elements: readonly Node[], optional: number): BlockTerm | null {
    return optional === 0 ? { kind: 'list', items: elements.map((element) => this.of(element)) } : null;
  }

  private each(comprehension: Comprehension): BlockTerm | null {
    const loop = loopOf(comprehension);
    if (loop === undefined || (loop.kind !== 'map' && loop.kind !== 'filter')) return null;
    return {
      kind: 'each',
      list: this.of(loop.range),
      variable: loop.variable,
      where: loop.test === undefined ? null : this.blockOf(loop.test),
      gives: loop.element === undefined ? null : this.of(loop.element),
    };
  }

  private call({ function: name, target, args }: Call): BlockTerm | null {
    const operator = ARITHMETIC.get(name);
    const [left, right] = args;
    if (operator !== undefined && left !== undefined && right !== undefined)
      return { kind: 'arithmetic', operator, left: this.of(left), right: this.of(right) };
    if (!PLAIN_NAME.test(name)) return null;
    return { kind: 'call', name, on: target === undefined ? null : this.of(target), args: args.map((argument) => this.of(argument)) };
  }
}

/** A number whose signs cancel each other out, such as `--5`. */
function signedText({ case: kind, value }: Extract<LiteralValue, { case: 'int64Value' | 'uint64Value' | 'doubleValue' }>): string {
  if (kind === 'int64Value') return String(value);
  return kind === 'uint64Value' ? `${value}u` : Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** A root followed by names, constant keys and constant indexes; null for anything else. */
export function fieldOf(node: Node | undefined): FieldTerm | null {
  if (node === undefined) return null;
  const { case: kind, value } = node.exprKind;
  if (kind === 'identExpr') return PLAIN_NAME.test(value.name) ? { kind: 'field', root: value.name, steps: [] } : null;
  if (kind === 'selectExpr') return value.testOnly ? null : namedField(value.operand, value.field);
  if (kind !== 'callExpr' || value.function !== '_[_]') return null;
  const key = value.args[1]?.exprKind.case === 'constExpr' ? value.args[1].exprKind.value.constantKind : undefined;
  if (key?.case === 'stringValue') return extended(value.args[0], { key: key.value });
  return key?.case === 'int64Value' && key.value >= 0n ? extended(value.args[0], { index: String(key.value) }) : null;
}

/** The field `name` of an operand that is itself a field. */
export const namedField = (operand: Node | undefined, name: string): FieldTerm | null =>
  PLAIN_NAME.test(name) && !KEYWORDS.has(name) ? extended(operand, { name }) : null;

function extended(operand: Node | undefined, step: FieldStep): FieldTerm | null {
  const field = fieldOf(operand);
  return field === null ? null : { ...field, steps: [...field.steps, step] };
}
