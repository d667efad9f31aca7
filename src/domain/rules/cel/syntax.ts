/**
 * Parses source into a bounded syntax tree whose every node knows the source text it came from.
 * The grammar is the library's; sizes, positions and comments are handled here.
 */
import { parse } from '@bufbuild/cel';
import { fieldsOf } from '@/domain/fields';
import { checkSource, MAX_LOOP_NESTING, MAX_TREE_DEPTH, MAX_TREE_NODES } from './bounds';
import { blankComments, tokens, type Token } from './lexer';
import { sourceSpans, type SourceSpan } from './spans';
import { syntaxErrorAt, type RuleSyntaxError, type SourceBase } from './syntax-error';
import { loopOf, partsOf, type Node } from './tree';

export class ExpressionSyntax {
  constructor(
    readonly root: Node,
    private readonly code: string,
    private readonly base: SourceBase,
    private readonly spans: ReadonlyMap<bigint, SourceSpan>,
    private readonly offsetOf: (node: Node) => number,
  ) {}

  /** The source text of a node, on one line and without comments. */
  textOf(node: Node): string {
    const span = this.spans.get(node.id);
    return span === undefined ? '' : this.code.slice(span.start, span.end).replace(/\s+/g, ' ');
  }

  /** Where a node was written, without brackets around it. */
  spanOf(node: Node): SourceSpan {
    return this.spans.get(node.id) ?? { start: 0, end: 0 };
  }

  /** What was written there, with comments as spaces. */
  sourceOf({ start, end }: SourceSpan): string {
    return this.code.slice(start, end);
  }

  /** Points at the name of a function or field, or the first character of anything else. */
  errorAt(node: Node, message: string): RuleSyntaxError {
    const offset = this.offsetOf(node);
    return syntaxErrorAt(this.base, this.code[offset] === '.' ? offset + 1 : offset, message);
  }
}

/** @throws RuleSyntaxError when the source does not parse or is beyond the bounds. */
export function parseExpression(source: string, base: SourceBase = { source, offset: 0 }): ExpressionSyntax {
  const all = [...tokens(source)];
  checkSource(source, all, base);
  const code = blankComments(source, all);
  assertWholeNames(code, all, base);
  const { expr, sourceInfo } = parseCode(code, base);
  checkTree(expr, base, sourceInfo?.positions ?? {});
  const offsetOf = (node: Node): number => sourceInfo?.positions[node.id.toString()] ?? 0;
  const spans = sourceSpans(
    expr,
    offsetOf,
    code,
    all.filter(({ kind }) => kind !== 'comment'),
  );
  return new ExpressionSyntax(expr, code, base, spans, offsetOf);
}

const ENDS_OPERAND: ReadonlySet<Token['kind']> = new Set(['name', 'number', 'string', 'close']);

/**
 * The parser takes the beginning of a name such as `inside` for the operator `in`, where an operand has just ended; in CEL a name is read whole.
 * @throws RuleSyntaxError
 */
function assertWholeNames(code: string, all: readonly Token[], base: SourceBase): void {
  const textOf = ({ start, end }: Token): string => code.slice(start, end);
  let before: Token | null = null;
  for (const token of all) {
    if (token.kind === 'comment') continue;
    const follows = before !== null && ENDS_OPERAND.has(before.kind) && textOf(before) !== 'in';
    if (follows && token.kind === 'name' && /^in./.test(textOf(token)))
      throw syntaxErrorAt(base, token.start, 'The expression is not valid CEL: an operator is missing here, or a space after `in`.');
    before = token;
  }
}

function parseCode(source: string, base: SourceBase): ReturnType<typeof parse> {
  try {
    return parse(source);
  } catch (error) {
    throw asSyntaxError(error, base);
  }
}

/** The parser's error carries a location, though its class is not public. */
function asSyntaxError(error: unknown, base: SourceBase): RuleSyntaxError {
  const { rawMessage, location } = fieldsOf(error);
  const { offset } = fieldsOf(fieldsOf(location).start);
  const found = typeof rawMessage === 'string' ? `: ${rawMessage}` : '';
  return syntaxErrorAt(base, typeof offset === 'number' ? offset : 0, `The expression is not valid CEL${found}.`);
}

/** Bounds the recursion of evaluation. @throws RuleSyntaxError */
function checkTree(root: Node, base: SourceBase, positions: Readonly<Record<string, number>>): void {
  let nodes = 0;
  const refuse = (node: Node, message: string): never => {
    throw syntaxErrorAt(base, positions[node.id.toString()] ?? 0, message);
  };
  const pending: { node: Node; depth: number; loops: number }[] = [{ node: root, depth: 1, loops: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth, loops } = next;
    nodes += 1;
    if (nodes > MAX_TREE_NODES) refuse(node, `The expression has more than ${MAX_TREE_NODES} parts.`);
    if (depth > MAX_TREE_DEPTH) refuse(node, `The expression is nested deeper than ${MAX_TREE_DEPTH} levels.`);
    const loop = node.exprKind.case === 'comprehensionExpr' ? loopOf(node.exprKind.value) : undefined;
    if (loop !== undefined && loops >= MAX_LOOP_NESTING) {
      refuse(node, `Loops such as map and exists can be nested at most ${MAX_LOOP_NESTING} deep.`);
    }
    for (const part of partsOf(node)) {
      pending.push({ node: part, depth: depth + 1, loops: loop === undefined || part === loop.range ? loops : loops + 1 });
    }
  }
}
