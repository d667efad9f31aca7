/** Which rows are chosen, and how choosing, extending and choosing a whole page change that. */

export interface Selection<Row> {
  readonly chosen: ReadonlyMap<string, Row>;
  /** The row that the last choice began with, from which an extension reaches. */
  readonly anchor: string | null;
  /** What the last extension added, which the next one takes back before it reaches elsewhere. */
  readonly reached: readonly string[];
}

/** A row as it is shown, with its id. */
export type Shown<Row> = readonly [id: string, row: Row];

export const NOTHING: Selection<never> = { chosen: new Map<string, never>(), anchor: null, reached: [] };

export function toggled<Row>({ chosen }: Selection<Row>, [id, row]: Shown<Row>): Selection<Row> {
  const next = new Map(chosen);
  if (!next.delete(id)) next.set(id, row);
  return { chosen: next, anchor: id, reached: [] };
}

/** Chooses all rows between the anchor, else `from`, and `to`. Rows that are not shown are no part of it. */
export function extended<Row>(selection: Selection<Row>, shown: readonly Shown<Row>[], from: string, to: string): Selection<Row> {
  const placeOf = (id: string | null) => shown.findIndex(([each]) => each === id);
  const begin = placeOf(selection.anchor) >= 0 ? placeOf(selection.anchor) : placeOf(from);
  const end = placeOf(to);
  if (begin < 0 || end < 0) return selection;
  const range = shown.slice(Math.min(begin, end), Math.max(begin, end) + 1);
  const next = new Map(selection.chosen);
  for (const id of selection.reached) next.delete(id);
  const reached = range.map(([id]) => id).filter((id) => !next.has(id));
  for (const [id, row] of range) next.set(id, row);
  return { chosen: next, anchor: shown[begin]![0], reached };
}

/** Chooses every shown row, or none of them where each is chosen already. */
export function pageToggled<Row>({ chosen }: Selection<Row>, shown: readonly Shown<Row>[]): Selection<Row> {
  const next = new Map(chosen);
  const all = shown.every(([id]) => chosen.has(id));
  for (const [id, row] of shown) {
    if (all) next.delete(id);
    else next.set(id, row);
  }
  return { chosen: next, anchor: null, reached: [] };
}

/** The chosen rows as they are now: those that are shown have come anew. */
export function chosenRows<Row>({ chosen }: Selection<Row>, shown: readonly Shown<Row>[]): Row[] {
  const present = new Map(shown);
  return [...chosen].map(([id, row]) => present.get(id) ?? row);
}
