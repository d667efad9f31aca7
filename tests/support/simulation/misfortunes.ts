/** What goes wrong in one simulated life: how often connections are cut, processes die and clocks jump is drawn once for each seed. */
import type { Dice } from '../dice';

/** The statement was not sent, or its answer did not arrive. */
export type Misfortune = `${'CUT' | 'DEATH'} ${'BEFORE' | 'AFTER'}`;

const MOST = 8;
/** Whoever was struck is struck again more often in such lives, as when a machine is failing. */
const STRUCK_AGAIN_EVERY_STEPS = 4;
const MINUTE_MS = 60_000;
/** As far as the clocks of two machines may be apart. */
const SKEW_MS = 10 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Between two steps. */
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
  /** Whether the clocks of the processes disagree. */
  readonly hasSkew: boolean;

  /** @param dice decides how hard this life is. */
  constructor(dice: Dice) {
    this.left = dice.between(0, MOST);
    this.everySteps = dice.one([15, 40, 120]);
    this.hasLeaps = dice.chance(0.5);
    this.hasSkew = dice.chance(0.3);
    this.hasStreaks = dice.chance(0.3);
  }

  /** @param whom a step is of. */
  next(dice: Dice, whom: unknown): Misfortune | null {
    const everySteps = this.hasStreaks && whom === this.struck ? STRUCK_AGAIN_EVERY_STEPS : this.everySteps;
    if (this.left === 0 || dice.between(1, everySteps) > 1) return null;
    this.struck = whom;
    this.left -= 1;
    this.happened += 1;
    return `${dice.chance(0.5) ? 'CUT' : 'DEATH'} ${dice.chance(0.5) ? 'BEFORE' : 'AFTER'}`;
  }

  /** How much time passes before the next step. */
  leap(dice: Dice): number {
    const isLeap = this.hasLeaps && dice.between(1, LEAP_EVERY_STEPS) === 1;
    return dice.between(1, isLeap ? dice.one([MINUTE_MS, 60 * MINUTE_MS, DAY_MS]) : STEP_MS);
  }

  disturbClocks(dice: Dice, clocks: readonly { skewMs: number }[]): void {
    if (this.hasSkew && dice.between(1, SKEW_EVERY_STEPS) === 1) dice.one(clocks).skewMs = dice.between(-SKEW_MS, SKEW_MS);
  }
}
