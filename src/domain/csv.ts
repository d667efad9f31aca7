/**
 * Writes CSV (RFC 4180) cells that no spreadsheet runs as a formula, and reads such cells back as they
 * were; no cell is written anywhere else.
 */

/** What a cell can contain; null and undefined leave it empty. */
export type CellValue = string | number | boolean | null | undefined;

const NEEDS_QUOTES = /[",\r\n]/;
/** How a cell begins that spreadsheets run as a formula. Negative numbers are exempt, so that amounts are never altered. */
const RUNS_AS_FORMULA = /^'*(?:[=+@\t\r]|-(?!\d+(?:\.\d+)?$))/;

export const csvLine = (values: readonly CellValue[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: CellValue): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = RUNS_AS_FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell, without the apostrophe that kept it from running as a formula. */
export const withoutGuard = (text: string): string => (text.startsWith("'") && RUNS_AS_FORMULA.test(text.slice(1)) ? text.slice(1) : text);
