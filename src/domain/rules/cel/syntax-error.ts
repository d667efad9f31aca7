/** Reports why and where an expression is refused: line and column count from 1, in characters of the source. */

export class RuleSyntaxError extends Error {
  override readonly name = 'RuleSyntaxError';

  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(message);
  }
}

/** The text that an author wrote, and where in it the expression at hand begins. */
export interface SourceBase {
  readonly source: string;
  readonly offset: number;
}

/** The error at a character offset counted from the base. */
export function syntaxErrorAt(base: SourceBase, offset: number, message: string): RuleSyntaxError {
  const before = base.source.slice(0, base.offset + offset);
  return new RuleSyntaxError(message, before.split('\n').length, before.length - before.lastIndexOf('\n'));
}
