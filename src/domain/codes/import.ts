/** Reads the lines of a file of codes: which of them can be codes, and which column they stand in. */
import { canBeCode, MAX_CODE_TEXT, normalizedCode } from './text';

export const CODE_IMPORT_STATUSES = ['RECEIVING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export type CodeImportStatus = (typeof CODE_IMPORT_STATUSES)[number];

/** INVALID: the line has no code. EXISTS: the program has the code already. */
export const REFUSAL_REASONS = ['INVALID', 'EXISTS'] as const;

/** The most refused lines that are kept of one file. */
export const REFUSALS_KEPT = 100_000;

export interface RefusedLine {
  /** From 1. */
  readonly line: number;
  /** What stands there, cut to the length of a code text. */
  readonly code: string;
  readonly reason: (typeof REFUSAL_REASONS)[number];
}

export interface CodeLine {
  readonly line: number;
  /** Normalized. */
  readonly code: string;
}

const HEADING = 'code';

/** The column headed `code`; null where the first record is no heading, so that its first cell is a code. */
export function codeColumn(cells: readonly string[]): number | null {
  const at = cells.findIndex((cell) => cell.trim().toLowerCase() === HEADING);
  return at < 0 ? null : at;
}

/** Files that are not separated by commas hold the code before the first semicolon or tab. */
export function readCodeLine(line: number, cell: string): CodeLine | RefusedLine {
  const text = (cell.split(/[;\t]/)[0] ?? '').trim();
  const code = text.length > MAX_CODE_TEXT ? '' : normalizedCode(text);
  return canBeCode(code) ? { line, code } : { line, code: text.slice(0, MAX_CODE_TEXT), reason: 'INVALID' };
}

/** The lines with a code that is new, each once, and those that repeat one or that the program has. @param stored the codes that it did not have. */
export function refusedOf(lines: readonly CodeLine[], stored: ReadonlySet<string>): RefusedLine[] {
  const seen = new Set<string>();
  return lines.flatMap(({ line, code }): RefusedLine[] => {
    const isNew = stored.has(code) && !seen.has(code);
    seen.add(code);
    return isNew ? [] : [{ line, code, reason: 'EXISTS' }];
  });
}
