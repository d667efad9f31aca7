/**
 * Splits CEL source into tokens without evaluating its grammar, so that brackets can be counted,
 * comments blanked and literals read back exactly as written before any parser recurses.
 */

type TokenKind = 'name' | 'number' | 'string' | 'open' | 'close' | 'symbol' | 'comment';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

const SPACE = /[\t\n\f\r ]+/y;
const COMMENT = /\/\/[^\r\n]*/y;
const STRING_START = /(?:[bB][rR]?|[rR][bB]?)?(?:"""|'''|"|')/y;
const NUMBER = /0[xX][0-9a-fA-F]+[uU]?|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?[uU]?/y;
const NAME = /[_a-zA-Z][_a-zA-Z0-9]*/y;

/** The end of what `pattern` matches at `from`, or -1. */
function matchEnd(pattern: RegExp, source: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(source) ? pattern.lastIndex : -1;
}

/** The end of the string literal whose contents begin at `from`; an unclosed one runs to the end. */
function stringEnd(source: string, from: number, quote: string, raw: boolean): number {
  let at = from;
  while (at < source.length) {
    if (!raw && source[at] === '\\') at += 2;
    else if (source.startsWith(quote, at)) return at + quote.length;
    else at += 1;
  }
  return source.length;
}

function readString(source: string, start: number): number {
  const contents = matchEnd(STRING_START, source, start);
  if (contents < 0) return -1;
  const opening = source.slice(start, contents);
  const quote = opening.replace(/^[a-zA-Z]+/, '');
  return stringEnd(source, contents, quote, /^[a-zA-Z]*[rR]/.test(opening));
}

function bracketKind(character: string): TokenKind {
  if ('([{'.includes(character)) return 'open';
  return ')]}'.includes(character) ? 'close' : 'symbol';
}

/** The token at `start`, which must not be white space. */
function tokenAt(source: string, start: number): Token {
  let end = matchEnd(COMMENT, source, start);
  if (end >= 0) return { kind: 'comment', start, end };
  end = readString(source, start);
  if (end >= 0) return { kind: 'string', start, end };
  end = matchEnd(NUMBER, source, start);
  if (end >= 0) return { kind: 'number', start, end };
  end = matchEnd(NAME, source, start);
  if (end >= 0) return { kind: 'name', start, end };
  return { kind: bracketKind(source[start] ?? ''), start, end: start + 1 };
}

/** Every token from `from` on, lazily, so that a reader may stop where an embedded expression ends. */
export function* tokens(source: string, from = 0): Generator<Token> {
  let at = from;
  while (at < source.length) {
    const afterSpace = matchEnd(SPACE, source, at);
    if (afterSpace >= 0) {
      at = afterSpace;
      continue;
    }
    const token = tokenAt(source, at);
    yield token;
    at = token.end;
  }
}

/** The same source with its comments turned into spaces; every other character keeps its offset. */
export function blankComments(source: string, all: readonly Token[]): string {
  let blanked = source;
  for (const token of all) {
    if (token.kind !== 'comment') continue;
    blanked = blanked.slice(0, token.start) + ' '.repeat(token.end - token.start) + blanked.slice(token.end);
  }
  return blanked;
}
