/** Finds the span of source that each node of a syntax tree came from, brackets included. */
import type { Token } from './lexer';
import { partsOf, type Node } from './tree';

export interface SourceSpan {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

class SpanFinder {
  readonly spans = new Map<bigint, SourceSpan>();
  /** For each bracket token, the index of its partner. */
  private readonly partner = new Map<number, number>();

  constructor(
    private readonly tokens: readonly Token[],
    private readonly source: string,
    private readonly offsetOf: (node: Node) => number,
  ) {
    const open: number[] = [];
    tokens.forEach((token, index) => {
      if (token.kind === 'open') open.push(index);
      if (token.kind !== 'close') return;
      const match = open.pop();
      if (match === undefined) return;
      this.partner.set(match, index);
      this.partner.set(index, match);
    });
  }

  visit(node: Node): SourceSpan {
    const own = this.ownSpan(node);
    const parts = partsOf(node).map((part) => this.visit(part));
    const span = this.balanced({
      start: Math.min(own.start, ...parts.map(({ start }) => start)),
      end: Math.max(own.end, ...parts.map(({ end }) => end)),
    });
    this.spans.set(node.id, span);
    return span;
  }

  /** What the node's own tokens cover: a literal, a name, an operator, or a call with its brackets. */
  private ownSpan(node: Node): SourceSpan {
    // The parser counts the space before some signs as theirs.
    const first = this.firstTokenFrom(this.offsetOf(node));
    const start = this.tokens[first]?.start ?? this.source.length;
    switch (node.exprKind.case) {
      case 'constExpr':
        return { start, end: this.endOf(this.textAt(first) === '-' ? first + 1 : first) };
      case 'identExpr':
        return { start, end: this.endOf(this.textAt(first) === '.' ? first + 1 : first) };
      case 'selectExpr':
        return { start, end: node.exprKind.value.testOnly ? this.endOfCall(first) : this.endOf(first + 1) };
      case 'callExpr':
        return { start, end: this.isOperator(node.exprKind.value.function) ? this.endOf(first) : this.endOfCall(first) };
      case 'structExpr':
        // The name of a message may be any number of names.
        return { start, end: this.endOfCall(first, this.tokens.length) };
      default:
        return { start, end: this.endOfCall(first) };
    }
  }

  private isOperator(name: string): boolean {
    return name !== '_[_]' && /\W/.test(name);
  }

  /** The end of the first bracket pair at or after a token: the arguments of a call or macro, the body of a list. */
  private endOfCall(first: number, within = 4): number {
    for (let index = first; index < Math.min(first + within, this.tokens.length); index += 1) {
      const partner = this.partner.get(index);
      if (partner !== undefined && partner > index) return this.endOf(partner);
    }
    return this.endOf(first);
  }

  /** Widens a span until every bracket in it has its partner in it. */
  private balanced(span: SourceSpan): SourceSpan {
    let { start, end } = span;
    for (let index = this.firstTokenFrom(start); index < this.tokens.length; index += 1) {
      const token = this.tokens[index];
      if (token === undefined || token.start >= end) break;
      const partner = this.tokens[this.partner.get(index) ?? -1];
      if (partner === undefined) continue;
      end = Math.max(end, partner.end);
      start = Math.min(start, partner.start);
    }
    return { start, end };
  }

  private firstTokenFrom(offset: number): number {
    let low = 0;
    let high = this.tokens.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.tokens[middle]?.start ?? Infinity) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private textAt(index: number): string {
    const token = this.tokens[index];
    return token === undefined ? '' : this.source.slice(token.start, token.end);
  }

  private endOf(index: number): number {
    return this.tokens[index]?.end ?? this.source.length;
  }
}

/** The span of every node the author wrote, by node id. `tokens` are the source's, without comments. */
export function sourceSpans(
  root: Node,
  offsetOf: (node: Node) => number,
  source: string,
  tokens: readonly Token[],
): ReadonlyMap<bigint, SourceSpan> {
  const finder = new SpanFinder(tokens, source, offsetOf);
  finder.visit(root);
  return finder.spans;
}
