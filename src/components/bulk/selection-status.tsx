/** Says how many rows of a list are selected. */
'use client';
import { counted, type Bulk } from './action';
import { GATHERED_AT_MOST } from './gather';
import type { RowSelection } from './use-selection';

export function saying<Row>(bulk: Bulk<Row>, { rows, elsewhere, gathered }: RowSelection<Row>): string {
  const all = `${counted(rows.length, bulk.noun)} selected`;
  if (gathered?.more) return `${all}, the most at one time: more than ${counted(GATHERED_AT_MOST, bulk.noun)} match`;
  if (gathered) return `${all}: all that match`;
  return elsewhere > 0 ? `${all}, ${elsewhere} of them not shown` : all;
}

/** The same for screen readers. */
export const SelectionStatus = <Row,>({ bulk, selection }: { bulk: Bulk<Row>; selection: RowSelection<Row> }) => (
  <p role="status" className="sr-only">
    {selection.rows.length > 0 && `${saying(bulk, selection)}.`}
  </p>
);
