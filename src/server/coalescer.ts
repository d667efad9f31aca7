/**
 * Does together what was asked for while the last time was under way, so that many callers share one
 * transaction. Each gets its own answer, when the work that it is part of is done; what fails
 * together is done again each by itself, so that nobody fails or waits for a neighbour.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

interface Waiting<Item, Result> {
  readonly item: Item;
  answer(result: Result): void;
  fail(error: unknown): void;
}

export class Coalescer<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private running: Promise<void> | null = null;

  /**
   * @param work gives one result for each item, in their order; all that it did, or nothing.
   * @param most items at a time.
   * @param whenDone is told when nothing is asked for any more.
   */
  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly most: number,
    private readonly whenDone: () => void = () => undefined,
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise((answer, fail) => {
      this.waiting.push({ item, answer, fail });
      this.running ??= this.drain();
    });
  }

  /** Answers one batch while the next is under way: to answer many takes a while, in which the database would wait. */
  private async drain(): Promise<void> {
    // What arrives in the same turn goes together.
    await nextTurn();
    let answer = await this.performNext();
    while (this.waiting.length > 0) {
      const next = this.performNext();
      await nextTurn();
      answer();
      answer = await next;
    }
    this.running = null;
    this.whenDone();
    answer();
  }

  private performNext(): Promise<() => void> {
    return this.perform(this.waiting.splice(0, this.most));
  }

  /** @returns what answers, once the work is done. */
  private async perform(batch: readonly Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await this.work(batch.map(({ item }) => item));
      return () => batch.forEach(({ answer }, index) => answer(results[index]!));
    } catch (error) {
      if (batch.length === 1) return () => batch[0]!.fail(error);
      const answers = await Promise.all(batch.map((one) => this.perform([one])));
      return () => answers.forEach((answer) => answer());
    }
  }
}

/** One coalescer for each lane, for as long as there is something to do in it. */
export class Coalescers<Item, Result> {
  private readonly lanes = new Map<string, Coalescer<Item, Result>>();

  /** As those of a Coalescer. */
  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly most: number,
  ) {}

  add(lane: string, item: Item): Promise<Result> {
    let coalescer = this.lanes.get(lane);
    if (!coalescer) this.lanes.set(lane, (coalescer = new Coalescer(this.work, this.most, () => this.lanes.delete(lane))));
    return coalescer.add(item);
  }
}
