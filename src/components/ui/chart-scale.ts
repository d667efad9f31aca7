/** Where the lines and the labels of a chart stand: round numbers that take in all values and zero, and labels that do not touch. */

const LINES = 4;
const STEPS = [1, 2, 5, 10] as const;

/** Round numbers, evenly apart, from at or below the least value to at or above the most; zero is always among them. */
export function ticks(values: readonly number[], whole = false): number[] {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const rough = (most - least || 1) / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = power * STEPS.find((step) => step * power >= rough * (1 - Number.EPSILON))!;
  const step = whole ? Math.max(1, Math.ceil(round)) : round;
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(most / step), first + 1);
  // Multiples, not sums, so that no error adds up.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** About the width of a character of an axis label, in pixels, and the room between two labels. */
const CHARACTER = 6.5;
const GAP = 24;

/** Every how many of the labels is shown when each has `room` pixels. */
export function labelEvery(labels: readonly string[], room: number): number {
  const longest = Math.max(0, ...labels.map(({ length }) => length));
  return Math.max(1, Math.ceil((longest * CHARACTER + GAP) / Math.max(room, 1)));
}
