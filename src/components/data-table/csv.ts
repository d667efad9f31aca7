/** A table as a CSV file: what is shown, in the order it is shown. */
import type { Column } from './column';

const NEEDS_QUOTES = /[",\r\n]/;
/** Spreadsheets run a cell that begins so; an apostrophe keeps it text. Negative numbers stay numbers. */
const RUNS_AS_FORMULA = /^[=+@\t\r]|^-(?![\d.]+$)/;

const cell = (text: string): string => {
  const safe = RUNS_AS_FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export function toCsv<Row>(shown: readonly Column<Row>[], rows: readonly Row[]): string {
  const columns = shown.filter(({ control }) => !control);
  const lines = [columns.map((column) => column.header), ...rows.map((row) => columns.map((column) => column.text(row)))];
  return lines.map((line) => line.map(cell).join(',')).join('\r\n') + '\r\n';
}
