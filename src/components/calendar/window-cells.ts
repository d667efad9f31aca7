/** Divides a row of days into the cells of its segments and of the gaps between them, and draws weeks and the present day behind them. */
import type { CSSProperties } from 'react';
import type { Segment } from '@/domain/calendar/layout';
import type { ShownItem } from './shown-item';

interface Cell {
  /** By place, so that a bar stays the same element while its ends are moved. */
  readonly key: string;
  /** The first of its days, by its place among all. */
  readonly at: number;
  readonly span: number;
  readonly segment: Segment<ShownItem> | null;
}

export function cellsOf(segments: readonly Segment<ShownItem>[], days: number): Cell[] {
  const cells: Cell[] = [];
  let at = 0;
  for (const [index, segment] of segments.entries()) {
    if (segment.first > at) cells.push({ key: `gap-${index}`, at, span: segment.first - at, segment: null });
    cells.push({ key: `segment-${index}`, at: segment.first, span: segment.last - segment.first + 1, segment });
    at = segment.last + 1;
  }
  if (at < days) cells.push({ key: 'rest', at, span: days - at, segment: null });
  return cells;
}

const percent = (part: number): string => `${part * 100}%`;

/** @param today the place of the present day; -1 if it is not shown. */
export function gridLines(at: number, span: number, today: number): CSSProperties {
  const offset = percent(((7 - (at % 7)) % 7) / span);
  const weeks = `repeating-linear-gradient(to right, transparent 0 ${offset}, var(--line) ${offset} calc(${offset} + 1px), transparent calc(${offset} + 1px) ${percent(7 / span)})`;
  if (today < at || today >= at + span) return { backgroundImage: weeks };
  const [from, to] = [percent((today - at) / span), percent((today - at + 1) / span)];
  return {
    backgroundImage: `linear-gradient(to right, transparent ${from}, var(--accent-soft) ${from} ${to}, transparent ${to}), ${weeks}`,
  };
}
