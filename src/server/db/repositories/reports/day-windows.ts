/** Splits a time window into the whole UTC days and hours that are kept as totals and the edges that must be read row by row. */
import { present } from '@/domain/assert';

/** From inclusive, to exclusive; null: unbounded on that side. */
export interface OpenWindow {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** From inclusive, to exclusive, in the form Postgres takes. */
export interface Instants {
  readonly from: string;
  readonly to: string;
}

/** Days, hours and edges do not overlap and together make up the whole window. */
export interface SplitWindow {
  /** Both UTC midnights; empty when equal. */
  readonly days: Instants;
  /** Full hours next to the days, or instead of them. */
  readonly hours: readonly Instants[];
  /** What the days and hours do not cover. */
  readonly edges: readonly Instants[];
}

/** Every full hour in between is counted. */
export interface CountedHours {
  readonly from: Date;
  readonly until: Date;
}

export interface Counted {
  /** Where the counted days end, exclusive; null: no day is counted. */
  readonly days: Date | null;
  /** Null: no hour is counted. */
  readonly hours: CountedHours | null;
}

type Piece = readonly [from: number, to: number];

interface Pieces {
  readonly whole: Piece;
  readonly before: Piece | null;
  readonly days: Piece | null;
  readonly after: Piece | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PAST = '-infinity';
const FUTURE = 'infinity';
const NONE: Instants = { from: PAST, to: PAST };

const text = (at: number): string => (at === -Infinity ? PAST : at === Infinity ? FUTURE : new Date(at).toISOString());
const instants = ([from, to]: Piece): Instants => ({ from: text(from), to: text(to) });
const up = (at: number, unit: number): number => Math.ceil(at / unit) * unit;
const down = (at: number, unit: number): number => Math.floor(at / unit) * unit;
const wholeOf = ({ from, to }: OpenWindow): Piece => [from?.getTime() ?? -Infinity, to?.getTime() ?? Infinity];

/** @param days days from here on have no totals; null: none have, undefined: all have. */
export const splitWindow = (window: OpenWindow, days: Date | null | undefined, hours: CountedHours | null): SplitWindow =>
  assemble(piecesOf(window, days, hours));

/** Uses hourly totals only, no daily ones. */
export const splitHours = (window: OpenWindow, hours: CountedHours | null): SplitWindow => assemble(piecesWithoutDays(window, hours));

/**
 * For counts by previous occurrence: uses days followed by hours, or hours alone, since a daily total does not say at which hour the
 * previous occurrence was. Days, hours and the stretch between the edges all begin at the same instant.
 */
export function splitForReturns(window: OpenWindow, { days, hours }: Counted): SplitWindow {
  const pieces = piecesOf(window, days, hours);
  const { before, days: between, after } = pieces;
  if (!before || !between || !hours) return assemble(pieces);
  if (hours.until.getTime() < between[1]) return assemble({ ...pieces, before: null });
  return assemble({ ...pieces, before: null, days: null, after: [before[0], (after ?? between)[1]] });
}

/** The counted part of a window, as one stretch; empty when nothing is counted. */
export const countedStretch = ({ days, hours }: SplitWindow): Instants => {
  const parts = [...(days.from === days.to ? [] : [days]), ...hours].sort((a, b) => (a.from < b.from ? -1 : 1));
  if (parts.length === 0) return NONE;
  const [first, last] = [present(parts[0], 'something is counted'), present(parts.at(-1), 'something is counted')];
  return { from: first.from, to: last.to };
};

function piecesOf(window: OpenWindow, counted: Date | null | undefined, hours: CountedHours | null): Pieces {
  const whole = wholeOf(window);
  const limit = counted === undefined ? Infinity : (counted?.getTime() ?? -Infinity);
  const days = [up(whole[0], DAY_MS), Math.min(down(whole[1], DAY_MS), limit)] as const;
  if (days[0] >= days[1]) return piecesWithoutDays(window, hours);
  const before = fullHours([whole[0], days[0]], hours);
  return { whole, before: before?.[1] === days[0] ? before : null, days, after: fullHours([days[1], whole[1]], hours) };
}

function piecesWithoutDays(window: OpenWindow, hours: CountedHours | null): Pieces {
  const whole = wholeOf(window);
  return { whole, before: null, days: null, after: fullHours(whole, hours) };
}

/** The counted hours from the first full hour on. */
function fullHours([from, to]: Piece, hours: CountedHours | null): Piece | null {
  if (!hours) return null;
  const piece = [up(from, HOUR_MS), Math.min(down(to, HOUR_MS), hours.until.getTime())] as const;
  return hours.from.getTime() <= piece[0] && piece[0] < piece[1] ? piece : null;
}

function assemble({ whole: [begin, end], before, days, after }: Pieces): SplitWindow {
  const edges: Piece[] = [];
  const pieces = [before, days, after].filter((piece) => piece !== null);
  let reached = begin;
  for (const piece of pieces) {
    if (reached < piece[0]) edges.push([reached, piece[0]]);
    reached = piece[1];
  }
  if (reached < end || pieces.length === 0) edges.push([reached, end]);
  const hours = [before, after].filter((piece) => piece !== null);
  return { days: days ? instants(days) : NONE, hours: hours.map(instants), edges: edges.map(instants) };
}
