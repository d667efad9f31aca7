/** Questions about the syntax of the code. */
import ts from 'typescript';

/** What changes nothing of the value it is around. */
export const isTransparent = (node: ts.Expression): node is ts.Expression & { readonly expression: ts.Expression } =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isAwaitExpression(node);

/** The function, or the file, in which something is written. */
export function functionAround(node: ts.Node): ts.Node {
  let around = node.parent;
  while (!ts.isFunctionLike(around) && !ts.isSourceFile(around)) around = around.parent;
  return around;
}

/** The parameter that a name is, or is a part of. */
export function parameterOf(declared: ts.Declaration): ts.ParameterDeclaration | null {
  let node: ts.Node = declared;
  while (ts.isBindingElement(node) || ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node)) node = node.parent;
  return ts.isParameter(node) ? node : null;
}
