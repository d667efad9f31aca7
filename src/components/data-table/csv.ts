/** Exports the displayed rows as CSV, in their order on screen. */
import { csvLine } from '@/domain/csv';
import type { Column } from './column';

export function toCsv<Row>(shown: readonly Column<Row>[], rows: readonly Row[]): string {
  const columns = shown.filter(({ control }) => !control);
  const lines = [columns.map((column) => column.header), ...rows.map((row) => columns.map((column) => column.text(row)))];
  return lines.map(csvLine).join('');
}
