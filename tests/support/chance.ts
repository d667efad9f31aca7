/** Random moments that can be repeated: the seed is printed, and FAULT_SEED runs it again. */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const GOLDEN = 0x9e3779b9;

/** Tells the person at the terminal something that a test measured. */
export const note = (sentence: string): void => void process.stdout.write(`    ${sentence}\n`);

export interface Chance {
  /** A whole number from `min` up to and including `max`. */
  between(min: number, max: number): number;
  /** Resolves at a moment within the next `withinMs`; answers which. */
  moment(withinMs: number): Promise<number>;
}

export function chance(test: string): Chance {
  const seed = Number(process.env.FAULT_SEED || randomInt(2 ** 31));
  note(`${test}: FAULT_SEED=${seed}`);
  let state = seed | 0;
  // splitmix32, which needs nothing but 32-bit arithmetic.
  const next = (): number => {
    state = (state + GOLDEN) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    moment: async (withinMs) => {
      const ms = between(0, withinMs);
      await delay(ms);
      return ms;
    },
  };
}
