/** Writes an expression in one canonical text: spaces, parentheses and `a["b"]` for `a.b` make no difference. */
import { loopOf, type Comprehension, type LiteralValue, type Node } from '../cel/tree';

/** Two nodes with the same text have the same value in one evaluation. */
export function canonicalText(node: Node | undefined): string {
  if (node === undefined) return '';
  const { case: kind, value } = node.exprKind;
  switch (kind) {
    case 'constExpr':
      return constantText(value.constantKind);
    case 'identExpr':
      return value.name;
    case 'selectExpr':
      return value.testOnly
        ? `has(${fieldText(canonicalText(value.operand), value.field)})`
        : fieldText(canonicalText(value.operand), value.field);
    case 'callExpr':
      return callText(value.function, value.target === undefined ? value.args : [value.target, ...value.args]);
    case 'listExpr':
      return `[${value.elements.map(canonicalText).join(',')}]`;
    case 'comprehensionExpr':
      return loopText(node, value);
    default:
      return `#${node.id}`;
  }
}

function constantText({ case: kind, value }: LiteralValue): string {
  if (kind === 'stringValue') return JSON.stringify(value);
  return kind === 'bytesValue' ? `b${JSON.stringify([...value])}` : `${kind}:${String(value)}`;
}

const PLAIN_NAME = /^[A-Za-z_]\w*$/;

/** The text of a field of the value whose text is `object`. */
export const fieldText = (object: string, field: string): string =>
  PLAIN_NAME.test(field) ? `${object}.${field}` : `${object}[${JSON.stringify(field)}]`;

function callText(name: string, parts: readonly Node[]): string {
  const key = name === '_[_]' && parts[1]?.exprKind.case === 'constExpr' ? parts[1].exprKind.value.constantKind : undefined;
  if (key?.case === 'stringValue') return fieldText(canonicalText(parts[0]), key.value);
  return `${name}(${parts.map(canonicalText).join(',')})`;
}

/** A comprehension that no macro expands to gets a text of its own, equal to no other. */
function loopText(node: Node, comprehension: Comprehension): string {
  const loop = loopOf(comprehension);
  if (loop === undefined) return `#${node.id}`;
  return `${loop.kind}(${canonicalText(loop.range)},${loop.variable},${canonicalText(loop.test)},${canonicalText(loop.element)})`;
}
