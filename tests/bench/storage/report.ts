/** Gathers the turns of a run and prints them: each figure now, before, and its goal. */
import { figure, median } from '../ratios/pairs';
import type { Figure, Turn } from './measure';
import type { TableCosts } from './tables';

/** The turns of one measure, taken of one revision. */
export interface Taken {
  readonly measure: string;
  readonly revision: string;
  readonly turns: readonly Turn[];
}

export interface Line extends Figure {
  readonly now: number;
  readonly before: number | null;
  /** The value of every turn, behind the medians. */
  readonly turns: { readonly now: readonly number[]; readonly before: readonly number[] };
}

/** @param before absent when one revision alone is measured. */
export function lineOf(about: Figure, now: Taken, before: Taken | undefined): Line {
  const valuesOf = (taken: Taken | undefined): number[] => taken?.turns.map(({ values }) => values[about.name]!) ?? [];
  const turns = { now: valuesOf(now), before: valuesOf(before) };
  return { ...about, now: median(turns.now), before: before ? median(turns.before) : null, turns };
}

/** Whether there is no goal, or `now` reaches it. */
export const isMet = ({ goal, better, now }: Line): boolean => goal === null || (better === 'higher' ? now >= goal : now <= goal);

export function tableOfLines(lines: readonly Line[]): string {
  const rows = lines.map((line) => [
    isMet(line) ? ' ' : '!',
    line.name,
    shown(line.now),
    line.before === null ? '' : shown(line.before),
    line.goal === null ? '' : `${line.better === 'higher' ? '≥' : '≤'} ${figure(line.goal)}`,
    line.unit === '' ? line.what : `${line.what} (${line.unit})`,
  ]);
  const all = [['', '', 'now', 'before', 'goal', ''], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const isNumber = (column: number): boolean => column > 1 && column < 5;
  return all
    .map((row) => row.map((cell, column) => (isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))))
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}

/** Milliseconds and kilobytes of one event are small numbers: three digits of them. */
const shown = (value: number): string => (Math.abs(value) < 1 ? value.toFixed(3) : figure(value));

/** The tables of the turn in the middle: medians of single tables would not add up. */
export function tablesOf({ turns }: Taken): readonly TableCosts[] {
  const sized = turns.flatMap(({ tables }) => (tables ? [tables] : [])).toSorted((a, b) => bytesOf(a) - bytesOf(b));
  return sized[sized.length >> 1] ?? [];
}

const bytesOf = (tables: readonly TableCosts[]): number =>
  tables.reduce((sum, { table_bytes, index_bytes }) => sum + table_bytes + index_bytes, 0);
