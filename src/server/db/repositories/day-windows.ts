/** Splits a window of time into the whole UTC days that are kept as totals and the edges that have to be read row by row. */

/** From inclusive, to exclusive; null: without end on that side. */
export interface OpenWindow {
  readonly from: Date | null;
  readonly to: Date | null;
}

export interface SplitWindow {
  /** From inclusive, to exclusive, both UTC midnights as Postgres takes them; empty when equal. */
  readonly days: { readonly from: string; readonly to: string };
  /** What of the window lies outside those days. */
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

const DAY_MS = 86_400_000;
const PAST = '-infinity';
const FUTURE = 'infinity';

const text = (at: number): string => (at === -Infinity ? PAST : at === Infinity ? FUTURE : new Date(at).toISOString());

/** @param counted days from here on have no totals; null: none have, undefined: all have. */
export function splitWindow({ from, to }: OpenWindow, counted?: Date | null): SplitWindow {
  const begin = from?.getTime() ?? -Infinity;
  const end = to?.getTime() ?? Infinity;
  const limit = counted === undefined ? Infinity : (counted?.getTime() ?? -Infinity);
  const first = Math.ceil(begin / DAY_MS) * DAY_MS;
  const last = Math.min(Math.floor(end / DAY_MS) * DAY_MS, limit);
  if (first >= last) return readWhole({ from, to });
  const edges = [
    { from: begin, to: first },
    { from: last, to: end },
  ].filter((edge) => edge.from < edge.to);
  return { days: { from: text(first), to: text(last) }, edges: edges.map((edge) => ({ from: text(edge.from), to: text(edge.to) })) };
}

/** Everything row by row. */
export const readWhole = ({ from, to }: OpenWindow): SplitWindow => ({
  days: { from: PAST, to: PAST },
  edges: [{ from: text(from?.getTime() ?? -Infinity), to: text(to?.getTime() ?? Infinity) }],
});
