/** Places a chart's grid lines and labels: round numbers that cover all values and zero, and labels that do not overlap. */

const LINES = 4;
const STEPS = [1, 2, 5] as const;
const LARGEST_STEP = 10;

/** Evenly spaced round numbers from at or below the minimum to at or above the maximum, including zero. */
export function ticks(values: readonly number[], whole = false): number[] {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const rough = (most - least || 1) / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = power * (STEPS.find((step) => step * power >= rough * (1 - Number.EPSILON)) ?? LARGEST_STEP);
  const step = whole ? Math.max(1, Math.ceil(round)) : round;
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(most / step), first + 1);
  // Multiplied rather than summed, so that no error accumulates.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** The approximate width of an axis label's character in pixels, and the gap between labels. */
const CHARACTER = 6.5;
const GAP = 24;

/** Shows every n-th label, given `room` pixels for each. */
export function labelEvery(labels: readonly string[], room: number): number {
  const longest = Math.max(0, ...labels.map(({ length }) => length));
  return Math.max(1, Math.ceil((longest * CHARACTER + GAP) / Math.max(room, 1)));
}
