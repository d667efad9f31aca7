/** Finds which part of a source a block takes up, brackets included, from its tokens: the syntax tree does not know them. */
import { tokens, type Token } from '../cel/lexer';
import type { SourceSpan } from '../cel/spans';

/** Indexes of tokens, both inclusive. */
export interface Region {
  readonly first: number;
  readonly last: number;
}

export class Regions {
  private readonly tokens: readonly Token[];
  /** For each bracket, by index, the index of its partner. */
  private readonly partner = new Map<number, number>();

  constructor(private readonly source: string) {
    this.tokens = [...tokens(source)].filter(({ kind }) => kind !== 'comment');
    const open: number[] = [];
    this.tokens.forEach(({ kind }, index) => {
      if (kind === 'open') open.push(index);
      if (kind !== 'close') return;
      const match = open.pop() ?? index;
      this.partner.set(match, index).set(index, match);
    });
  }

  get whole(): Region {
    return { first: 0, last: this.tokens.length - 1 };
  }

  /** The tokens between those of an operator outside all brackets. */
  pieces({ first, last }: Region, operator: '&&' | '||'): Region[] {
    const pieces: Region[] = [];
    let from = first;
    for (let index = first; index <= last; index += 1) {
      const partner = this.partner.get(index);
      if (partner !== undefined && partner > index) index = partner;
      else if (this.source.startsWith(operator, this.tokens[index]?.start) && this.tokens[index]?.kind === 'symbol') {
        pieces.push({ first: from, last: index - 1 });
        // Each of the two characters is a token.
        from = index + 2;
        index += 1;
      }
    }
    return [...pieces, { first: from, last }];
  }

  /** From after the comma before the test of a loop to its closing bracket. @param start where the test begins, without what is before it. */
  ofTest(start: number): Region {
    let first = this.tokens.findIndex((token) => token.start === start);
    while (['(', '!', '-'].includes(this.textAt(first - 1))) first -= 1;
    let last = first;
    for (let index = first; index < this.tokens.length; index += 1) {
      if (this.tokens[index]?.kind === 'close' || this.textAt(index) === ',') break;
      last = Math.max(index, this.partner.get(index) ?? 0);
      index = last;
    }
    return { first, last };
  }

  /** Without the brackets around it. */
  unbracketed({ first, last }: Region): Region {
    let depth = 0;
    while (this.textAt(first + depth) === '(' && this.partner.get(first + depth) === last - depth) depth += 1;
    return { first: first + depth, last: last - depth };
  }

  /** Whether it begins with a sign that the syntax tree may have lost, as that of `!!a` has. */
  isSigned({ first }: Region): boolean {
    return this.textAt(first) === '!';
  }

  spanOf({ first, last }: Region): SourceSpan {
    return { start: this.tokens[first]?.start ?? 0, end: this.tokens[last]?.end ?? this.source.length };
  }

  private textAt(index: number): string {
    const token = this.tokens[index];
    return token === undefined ? '' : this.source.slice(token.start, token.end);
  }
}
