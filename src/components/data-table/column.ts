/** Describes one column of a table: what it shows and what it exports. */
import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The same value as plain text, for CSV. */
  readonly text: (row: Row) => string;
  /** Aligned right, in tabular numerals. */
  readonly numeric?: boolean;
  /** The API's name for this sort order, if rows can be sorted by it. */
  readonly sort?: string;
  /** Hidden on screens narrower than this. */
  readonly from?: 'sm' | 'md' | 'lg';
  /** Holds buttons rather than values: its header is for screen readers only, and it is not exported. */
  readonly control?: boolean;
}
