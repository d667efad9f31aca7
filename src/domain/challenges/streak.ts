/** Finds streaks in the days or weeks on which enough was done. More such days never make a streak shorter, in whatever order they become known. */

interface StreakTerms {
  /** How many units in a row are wanted. */
  readonly target: number;
  /** How many may be missed between the first and the last of them. */
  readonly grace: number;
}

export interface Streaks {
  /** The most streaks that have no unit in common. */
  readonly rounds: number;
  /** The longest beginning of another one, after the last of these. */
  readonly best: number;
  /** The last unit of the last whole streak; null without one. */
  readonly lastEnd: number | null;
}

const isWithinGrace = (first: number, last: number, count: number, grace: number): boolean => last - first + 1 - count <= grace;

/** @param hits the units, ascending. @param most no more streaks than this are looked for. */
export function streaksIn(hits: readonly number[], { target, grace }: StreakTerms, most: number): Streaks {
  let start = 0;
  let rounds = 0;
  let best = 0;
  let lastEnd: number | null = null;
  for (const [place, hit] of hits.entries()) {
    while (!isWithinGrace(hits[start] ?? hit, hit, place - start + 1, grace)) start++;
    best = Math.max(best, place - start + 1);
    if (best < target || rounds === most) continue;
    rounds++;
    best = 0;
    lastEnd = hit;
    start = place + 1;
  }
  return { rounds, best: Math.min(best, target), lastEnd };
}

/** The streak that can still go on at a unit, which itself need not be done yet. */
interface RunningStreak {
  readonly length: number;
  /** How many more units can be missed. */
  readonly graceLeft: number;
}

/** @param hits the units, ascending, those of finished streaks left out. @param now the present unit. */
export function runningStreak(hits: readonly number[], { target, grace }: StreakTerms, now: number): RunningStreak {
  const past = hits.filter((hit) => hit <= now);
  const last = past.at(-1);
  if (last === undefined) return { length: 0, graceLeft: grace };
  const missedSince = Math.max(0, now - last - 1);
  let running: RunningStreak = { length: 0, graceLeft: grace };
  for (let length = 1; length <= Math.min(past.length, target); length++) {
    const first = past[past.length - length] ?? last;
    const graceLeft = grace - (last - first + 1 - length) - missedSince;
    if (graceLeft < 0) break;
    running = { length, graceLeft };
  }
  return running;
}
