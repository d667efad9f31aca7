/** Measures two things in alternation, so that disturbances of the machine affect both alike. */

/** One ratio of a run, as printed and stored. */
export interface Ratio {
  readonly name: string;
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly theirs: number | null;
  /** The figure that `goal` applies to: `ours` divided by `theirs`, or `ours` itself. */
  readonly value: number;
  readonly goal: number;
  readonly better: 'higher' | 'lower';
  readonly pairs: readonly (readonly [number, number])[];
  readonly remarks?: readonly string[];
}

export type Measurement = () => Promise<number>;

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** @returns the value that this share of the numbers do not exceed. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Alternates ours and theirs after one warm-up of each. @returns the pairs, reported as they come. */
export async function inTurns(count: number, ours: Measurement, theirs: Measurement, tell: (line: string) => void) {
  await ours();
  await theirs();
  const pairs: [number, number][] = [];
  for (let turn = 1; turn <= count; turn++) {
    const pair: [number, number] = [await ours(), await theirs()];
    pairs.push(pair);
    tell(`  pair ${turn}: ${figure(pair[0])} against ${figure(pair[1])}`);
  }
  return pairs;
}

/** The ratio of several pairs: the median of their ratios. */
export function ratioOf(about: Pick<Ratio, 'name' | 'what' | 'unit' | 'goal' | 'better' | 'remarks'>, pairs: Ratio['pairs']): Ratio {
  return {
    ...about,
    ours: median(pairs.map(([ours]) => ours)),
    theirs: median(pairs.map(([, theirs]) => theirs)),
    value: median(pairs.map(([ours, theirs]) => ours / theirs)),
    pairs,
  };
}

export const isReached = ({ value, goal, better }: Ratio): boolean => (better === 'higher' ? value >= goal : value <= goal);

export const figure = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });

/** One line per ratio, with its goal. */
export function tableOf(ratios: readonly Ratio[]): string {
  const rows = ratios.map((ratio) => [
    isReached(ratio) ? ' ' : '!',
    ratio.name,
    figure(ratio.ours),
    ratio.theirs === null ? '' : figure(ratio.theirs),
    figure(ratio.value),
    `${ratio.better === 'higher' ? '≥' : '≤'} ${figure(ratio.goal)}`,
    `${ratio.what} (${ratio.unit})`,
  ]);
  const all = [['', '', 'ours', 'theirs', 'value', 'goal', ''], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => (column > 1 && column < 6 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
