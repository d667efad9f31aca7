/** Finds the type assertions of a source text (`value as Type`, `<Type>value` and `value!`), and which have a comment that gives their reason. */
import ts from 'typescript';

export interface Assertion {
  /** The line on which it ends, from 1. */
  readonly line: number;
  readonly text: string;
  readonly explained: boolean;
}

/** Comments that speak to a tool give no reason. */
const TO_TOOLS = /^\W*(eslint|@ts-|prettier-|turbopack|webpack|v8 |c8 |istanbul|global )/;

export function assertionsIn(path: string, text: string): Assertion[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const lineOf = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const lines = text.split('\n');
  let reasons: Reasons | undefined;
  const found: Assertion[] = [];
  const visit = (node: ts.Node): void => {
    if (isAssertion(node)) {
      const { alone, beside } = (reasons ??= reasonsIn(file, lineOf, lines));
      const [start, end] = [lineOf(node.getStart()), lineOf(node.getEnd())];
      const explained = beside.has(end) || [start, end, lineOf(partWith(node).getStart())].some((line) => alone.has(line - 1));
      found.push({ line: end + 1, text: (lines[end] ?? '').trim(), explained });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isAssertion(node: ts.Node): boolean {
  if (ts.isAsExpression(node)) return !ts.isConstTypeReference(node.type);
  return ts.isTypeAssertionExpression(node) || ts.isNonNullExpression(node);
}

/** The smallest part that a comment may stand over: a statement, or a member, field or attribute of what is longer. */
function partWith(node: ts.Node): ts.Node {
  const isPart =
    (ts.isStatement(node) && !ts.isBlock(node)) ||
    ts.isClassElement(node) ||
    ts.isObjectLiteralElementLike(node) ||
    ts.isJsxAttribute(node) ||
    ts.isCaseOrDefaultClause(node);
  return isPart || !node.parent ? node : partWith(node.parent);
}

interface Reasons {
  /** Lines that are, or end, a comment and nothing else. */
  readonly alone: ReadonlySet<number>;
  /** Lines of code that end with a comment. */
  readonly beside: ReadonlySet<number>;
}

/** The comments that could be a reason: three words or more, and not a doc comment, which says what a thing is. */
function reasonsIn(file: ts.SourceFile, lineOf: (position: number) => number, lines: readonly string[]): Reasons {
  const [alone, beside] = [new Set<number>(), new Set<number>()];
  const { text } = file;
  const keep = ({ pos, end }: ts.CommentRange): void => {
    const comment = text.slice(pos, end);
    if (comment.startsWith('/**') || TO_TOOLS.test(comment) || (comment.match(/\w+/g) ?? []).length < 3) return;
    const line = lineOf(end);
    const before = text.slice(file.getPositionOfLineAndCharacter(lineOf(pos), 0), pos);
    if (/^\s*\{?$/.test(before)) alone.add(line);
    else if ((lines[line] ?? '').trimEnd().endsWith(comment)) beside.add(line);
  };
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    ts.getLeadingCommentRanges(text, node.getFullStart())?.forEach(keep);
    ts.getTrailingCommentRanges(text, node.getEnd())?.forEach(keep);
    node.getChildren(file).forEach(visit);
  };
  visit(file);
  return { alone, beside };
}
