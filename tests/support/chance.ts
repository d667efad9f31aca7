/** Draws reproducible random moments: the seed is printed, and FAULT_SEED replays it. */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Dice } from './dice';

/** Prints something a test measured. */
export const note = (sentence: string): void => void process.stdout.write(`    ${sentence}\n`);

export interface Chance {
  /** A whole number from `min` up to and including `max`. */
  between(min: number, max: number): number;
  /** Resolves at a random moment within `withinMs`, with the milliseconds waited. */
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
