/** Random moments that can be repeated: the seed is printed, and FAULT_SEED runs it again. */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Dice } from './dice';

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
  const dice = new Dice(seed);
  const between: Chance['between'] = (min, max) => dice.between(min, max);
  return {
    between,
    moment: async (withinMs) => {
      const ms = between(0, withinMs);
      await delay(ms);
      return ms;
    },
  };
}
