/**
 * Batches whatever arrives while the batches before it are running, so that many callers share one transaction. Each caller gets
 * its own result once its batch is done; a batch that fails is retried item by item, so that nobody fails because of another.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { InvariantViolation, only } from '@/domain/assert';

interface Waiting<Item, Result> {
  readonly item: Item;
  answer(result: Result): void;
  fail(error: unknown): void;
}

export class Coalescer<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private running = 0;

  /**
   * @param work returns one result per item, in order; it does all of the batch or nothing.
   * @param most the largest number of items in a batch.
   * @param atOnce the largest number of batches that run side by side.
   * @param whenDone called when nothing is waiting any more.
   */
  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly most: number,
    private readonly atOnce = 1,
    private readonly whenDone: () => void = () => undefined,
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise((answer, fail) => {
      this.waiting.push({ item, answer, fail });
      if (this.running === this.atOnce) return;
      this.running += 1;
      void this.drain();
    });
  }

  /** Answers one batch while the next is running: answering many callers takes a while, during which the database would be idle. */
  private async drain(): Promise<void> {
    // Whatever arrives in the same turn of the event loop shares a batch.
    await nextTurn();
    let answer: () => void = () => undefined;
    while (this.waiting.length > 0) {
      const next = this.performNext();
      await nextTurn();
      answer();
      answer = await next;
    }
    this.running -= 1;
    if (this.running === 0) this.whenDone();
    answer();
  }

  private performNext(): Promise<() => void> {
    return this.perform(this.waiting.splice(0, this.most));
  }

  /** @returns a function that answers the callers, once the work is done. */
  private async perform(batch: readonly Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await this.work(batch.map(({ item }) => item));
      return () => {
        for (const [index, { answer, fail }] of batch.entries()) {
          const result = results[index];
          if (result === undefined) fail(new InvariantViolation('there is no result for an item of a batch'));
          else answer(result);
        }
      };
    } catch (error) {
      if (batch.length === 1) return () => only(batch).fail(error);
      const answers = await Promise.all(batch.map((one) => this.perform([one])));
      return () => answers.forEach((answer) => answer());
    }
  }
}

/** One coalescer per lane, kept for as long as the lane has work. */
export class Coalescers<Item, Result> {
  private readonly lanes = new Map<string, Coalescer<Item, Result>>();

  /** The parameters are those of `Coalescer`. */
  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly most: number,
    private readonly atOnce = 1,
  ) {}

  add(lane: string, item: Item): Promise<Result> {
    let coalescer = this.lanes.get(lane);
    if (!coalescer) this.lanes.set(lane, (coalescer = new Coalescer(this.work, this.most, this.atOnce, () => this.lanes.delete(lane))));
    return coalescer.add(item);
  }
}
