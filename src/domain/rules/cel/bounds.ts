/**
 * Bounds every expression: the sizes beyond which it, or a value it builds, is refused, and the budget of
 * work and time under which it runs.
 */
import type { Token } from './lexer';
import { syntaxErrorAt, type SourceBase } from './syntax-error';

export const MAX_SOURCE_LENGTH = 4_000;
export const MAX_BRACKET_DEPTH = 64;
export const MAX_TREE_DEPTH = 256;
export const MAX_TREE_NODES = 3_000;
export const MAX_LOOP_NESTING = 2;
/** Characters in a text, and elements in a list, that an expression may build. */
export const MAX_BUILT_SIZE = 1_048_576;
export const MAX_REGEX_TEXT = 65_536;
/** Characters of text times instructions of the compiled pattern. */
export const MAX_REGEX_WORK = 8_000_000;
/** Characters searched times characters sought: the engine's own search can take the product. */
export const MAX_SEARCH_WORK = 200_000_000;

/** How much one evaluation may cost. Immutable: one value serves any number of evaluations. */
export interface EvaluationBudget {
  /** A monotonic clock in milliseconds, such as `performance.now`. */
  readonly now: () => number;
  readonly milliseconds: number;
  /** Loop iterations, function calls, and text processed (one step per 64 characters). */
  readonly steps: number;
}

/** The budget every rule runs under; only the clock comes from outside. */
export function ruleBudget(now: () => number): EvaluationBudget {
  return { now, milliseconds: 50, steps: 200_000 };
}

/** Refuses what the parser could not take safely. @throws RuleSyntaxError */
export function checkSource(source: string, tokens: readonly Token[], base: SourceBase): void {
  if (source.length > MAX_SOURCE_LENGTH) {
    throw syntaxErrorAt(base, MAX_SOURCE_LENGTH, `The expression is longer than ${MAX_SOURCE_LENGTH} characters.`);
  }
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    if (depth > MAX_BRACKET_DEPTH) {
      throw syntaxErrorAt(base, token.start, `Brackets are nested deeper than ${MAX_BRACKET_DEPTH} levels.`);
    }
  }
}
