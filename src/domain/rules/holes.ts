/** Splits a template into literal text and the expressions in its `{{ }}` holes, minding braces and quotes within them. */
import { tokens } from './cel/lexer';
import { syntaxErrorAt } from './cel/syntax-error';

interface Hole {
  readonly source: string;
  /** Where the expression begins in the template. */
  readonly offset: number;
}

type TemplatePiece = string | Hole;

/** The offset of the `}}` that closes the hole whose expression begins at `from`, or -1. */
function holeEnd(template: string, from: number): number {
  let depth = 0;
  for (const token of tokens(template, from)) {
    if (depth === 0 && template.startsWith('}}', token.start)) return token.start;
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    if (depth < 0) return -1;
  }
  return -1;
}

/** @throws RuleSyntaxError when a hole is not closed. */
export function splitTemplate(template: string): TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let at = 0;
  for (let start = template.indexOf('{{'); start >= 0; start = template.indexOf('{{', at)) {
    const end = holeEnd(template, start + 2);
    if (end < 0) throw syntaxErrorAt({ source: template, offset: 0 }, start, 'This "{{" is not closed by "}}".');
    if (start > at) pieces.push(template.slice(at, start));
    pieces.push({ source: template.slice(start + 2, end), offset: start + 2 });
    at = end + 2;
  }
  if (at < template.length) pieces.push(template.slice(at));
  return pieces;
}
