/** Tracks which rows are selected, and how toggling, extending and selecting a page change that. */
import { present } from '@/domain/assert';

export interface Selection<Row> {
  readonly chosen: ReadonlyMap<string, Row>;
  /** The row where the last selection began; an extension reaches from here. */
  readonly anchor: string | null;
  /** The rows the last extension added, removed again before the next one. */
  readonly reached: readonly string[];
}

/** A displayed row with its id. */
export type ShownRow<Row> = readonly [id: string, row: Row];

export const NOTHING: Selection<never> = { chosen: new Map<string, never>(), anchor: null, reached: [] };

export function toggled<Row>({ chosen }: Selection<Row>, [id, row]: ShownRow<Row>): Selection<Row> {
  const next = new Map(chosen);
  if (!next.delete(id)) next.set(id, row);
  return { chosen: next, anchor: id, reached: [] };
}

/** Selects all rows from the anchor, or else `from`, through `to`. Rows not displayed are ignored. */
export function extended<Row>(selection: Selection<Row>, shown: readonly ShownRow<Row>[], from: string, to: string): Selection<Row> {
  const placeOf = (id: string | null) => shown.findIndex(([each]) => each === id);
  const begin = placeOf(selection.anchor) >= 0 ? placeOf(selection.anchor) : placeOf(from);
  const end = placeOf(to);
  if (begin < 0 || end < 0) return selection;
  const [anchor] = present(shown[begin], 'the place was just found');
  const range = shown.slice(Math.min(begin, end), Math.max(begin, end) + 1);
  const next = new Map(selection.chosen);
  for (const id of selection.reached) next.delete(id);
  const reached = range.map(([id]) => id).filter((id) => !next.has(id));
  for (const [id, row] of range) next.set(id, row);
  return { chosen: next, anchor, reached };
}

/** Selects every displayed row, or deselects them if all are selected. */
export function pageToggled<Row>({ chosen }: Selection<Row>, shown: readonly ShownRow<Row>[]): Selection<Row> {
  const next = new Map(chosen);
  const all = shown.every(([id]) => chosen.has(id));
  for (const [id, row] of shown) {
    if (all) next.delete(id);
    else next.set(id, row);
  }
  return { chosen: next, anchor: null, reached: [] };
}

/** The selected rows, in their newest version where displayed. */
export function chosenRows<Row>({ chosen }: Selection<Row>, shown: readonly ShownRow<Row>[]): Row[] {
  const present = new Map(shown);
  return [...chosen].map(([id, row]) => present.get(id) ?? row);
}
