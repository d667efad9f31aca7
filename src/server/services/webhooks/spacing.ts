/**
 * Lets work that is done for many at once be done at intervals: who comes after a while without any goes on at once, with all who come in the
 * same turn of the event loop, and whoever comes within the interval after that waits for its end, together with all others.
 */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

export class Spacing {
  private nextAt = -Infinity;
  private next: Promise<void> | null = null;

  constructor(private readonly intervalMs: number) {}

  turn(): Promise<void> {
    return (this.next ??= this.wait());
  }

  private async wait(): Promise<void> {
    try {
      const waitMs = this.nextAt - performance.now();
      await (waitMs > 0 && waitMs <= this.intervalMs ? delay(waitMs) : nextTurn());
      this.nextAt = performance.now() + this.intervalMs;
    } finally {
      this.next = null;
    }
  }
}
