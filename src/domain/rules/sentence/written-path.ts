/** Reads the names along a chain of fields, such as `event.order.channel`, from the syntax of an expression. */
import type { Node } from '../cel/tree';

/** The names along a chain of fields and constant keys, root first, `#2` for the second of a list; null for anything else. */
export function pathOf(node: Node | undefined): readonly string[] | null {
  if (node === undefined) return null;
  const { case: kind, value } = node.exprKind;
  if (kind === 'identExpr') return [value.name];
  if (kind === 'selectExpr') return value.testOnly ? null : extended(value.operand, value.field);
  if (kind !== 'callExpr' || value.function !== '_[_]') return null;
  const key = value.args[1]?.exprKind.case === 'constExpr' ? value.args[1].exprKind.value.constantKind : undefined;
  if (key?.case === 'stringValue') return extended(value.args[0], key.value);
  return key?.case === 'int64Value' ? extended(value.args[0], `#${Number(key.value) + 1}`) : null;
}

function extended(operand: Node | undefined, step: string): readonly string[] | null {
  const path = pathOf(operand);
  return path === null ? null : [...path, step];
}

/** Whether the expression is the time at which the rule runs. */
export const isNow = (node: Node | undefined): boolean => node?.exprKind.case === 'identExpr' && node.exprKind.value.name === 'now';

/** The text of a literal; null for anything else. */
export function textLiteral(node: Node | undefined): string | null {
  const constant = node?.exprKind.case === 'constExpr' ? node.exprKind.value.constantKind : undefined;
  return constant?.case === 'stringValue' ? constant.value : null;
}

/** The value of a whole number; null for anything else. */
export function wholeLiteral(node: Node): number | null {
  const constant = node.exprKind.case === 'constExpr' ? node.exprKind.value.constantKind : undefined;
  return constant?.case === 'int64Value' ? Number(constant.value) : null;
}
