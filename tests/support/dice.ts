/** Draws pseudo-random numbers that are the same in every run. */

/** mulberry32: enough for who buys what on which day. */
export class Dice {
  constructor(private state: number) {}

  /** From 0 up to but excluding 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `min` up to and including `max`. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  one<Item>(of: readonly Item[]): Item {
    return of[this.between(0, of.length - 1)]!;
  }
}
