/** Decides what goes wrong in a simulated life: how often connections are cut, processes die and clocks jump, drawn once per seed. */
import type { Dice } from '../dice';

/** BEFORE: the statement was not sent; AFTER: its answer did not arrive. */
export type Misfortune = `${'CUT' | 'DEATH'} ${'BEFORE' | 'AFTER'}`;

const MOST = 8;
/** In lives with streaks, an actor that was struck is struck again more often, as on a failing machine. */
const STRUCK_AGAIN_EVERY_STEPS = 4;
const MINUTE_MS = 60_000;
/** How far the clock of a process may be off. */
const SKEW_MS = 10 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The longest time between two steps without a leap. */
const STEP_MS = 20;
const LEAP_EVERY_STEPS = 60;
const SKEW_EVERY_STEPS = 40;

export class Misfortunes {
  private left: number;
  happened = 0;
  private readonly everySteps: number;
  private readonly hasLeaps: boolean;
  private readonly hasStreaks: boolean;
  private struck: unknown = null;
  /** Whether the processes' clocks disagree. */
  readonly hasSkew: boolean;

  /** @param dice decides how harsh this life is. */
  constructor(dice: Dice) {
    this.left = dice.between(0, MOST);
    this.everySteps = dice.one([15, 40, 120]);
    this.hasLeaps = dice.chance(0.5);
    this.hasSkew = dice.chance(0.3);
    this.hasStreaks = dice.chance(0.3);
  }

  /** @param whom the actor taking the step. */
  next(dice: Dice, whom: unknown): Misfortune | null {
    const everySteps = this.hasStreaks && whom === this.struck ? STRUCK_AGAIN_EVERY_STEPS : this.everySteps;
    if (this.left === 0 || dice.between(1, everySteps) > 1) return null;
    this.struck = whom;
    this.left -= 1;
    this.happened += 1;
    return `${dice.chance(0.5) ? 'CUT' : 'DEATH'} ${dice.chance(0.5) ? 'BEFORE' : 'AFTER'}`;
  }

  /** Milliseconds that pass before the next step. */
  leap(dice: Dice): number {
    const isLeap = this.hasLeaps && dice.between(1, LEAP_EVERY_STEPS) === 1;
    return dice.between(1, isLeap ? dice.one([MINUTE_MS, 60 * MINUTE_MS, DAY_MS]) : STEP_MS);
  }

  disturbClocks(dice: Dice, clocks: readonly { skewMs: number }[]): void {
    if (this.hasSkew && dice.between(1, SKEW_EVERY_STEPS) === 1) dice.one(clocks).skewMs = dice.between(-SKEW_MS, SKEW_MS);
  }
}
