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

  private async drain(): Promise<void> {
    // What arrives in the same turn goes together.
    await nextTurn();
    while (this.waiting.length > 0) await this.perform(this.waiting.splice(0, this.most));
    this.running = null;
    this.whenDone();
  }

  private async perform(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ item }) => item));
      batch.forEach(({ answer }, index) => answer(results[index]!));
    } catch (error) {
      if (batch.length === 1) batch[0]!.fail(error);
      else await Promise.all(batch.map((one) => this.perform([one])));
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
