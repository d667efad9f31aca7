/**
 * Counts participants by buckets of their scores, so that a rank is known from the buckets above and from the scores within one: however many
 * participants there are, few rows are read. A bucket reaches from its floor up to the next one; the lowest begins at 0.
 */
import { invariant, present } from '@/domain/assert';
import { amountOf, ZERO, type Amount } from '@/domain/money';

/**
 * Above so many participants, a bucket is split; two that have fewer than a quarter of it together become one. A rank reads the buckets above and
 * the scores within one: of a million participants, about as many of each.
 */
const MOST_IN_BUCKET = 1_500;

export interface ScoreBucket {
  readonly floor: Amount;
  readonly participants: number;
}

/** A score that was there before, is there now, or both. */
interface ScoreChange {
  readonly before: Amount | null;
  readonly after: Amount | null;
}

export class Buckets {
  /** Lowest first; never empty. */
  private buckets: { readonly floor: Amount; participants: number }[];

  constructor(
    buckets: readonly ScoreBucket[],
    private readonly most = MOST_IN_BUCKET,
  ) {
    this.buckets = buckets.length === 0 ? [{ floor: ZERO, participants: 0 }] : buckets.map((bucket) => ({ ...bucket }));
  }

  all(): readonly ScoreBucket[] {
    return this.buckets;
  }

  participants(): number {
    return this.buckets.reduce((sum, { participants }) => sum + participants, 0);
  }

  apply(changes: readonly ScoreChange[]): void {
    for (const { before, after } of changes) {
      if (before) this.at(before).participants -= 1;
      if (after) this.at(after).participants += 1;
    }
    invariant(
      this.buckets.every(({ participants }) => participants >= 0),
      'no bucket loses more participants than it had',
    );
  }

  /** Buckets that have too many, each with its bounds. */
  overfull(): { readonly floor: Amount; readonly ceiling: Amount | null }[] {
    return this.buckets.flatMap(({ floor, participants }, place) =>
      participants > this.most ? [{ floor, ceiling: this.buckets[place + 1]?.floor ?? null }] : [],
    );
  }

  /**
   * Splits the bucket in two at `at`, a score within it.
   * @param upper how many of its participants have that score or a higher one.
   */
  split(floor: Amount, at: Amount, upper: number): void {
    const place = this.placeOf(floor);
    const bucket = present(this.buckets[place], 'every score has a bucket');
    invariant(bucket.floor.eq(floor) && at.gt(floor) && upper <= bucket.participants, 'a bucket is split within itself');
    bucket.participants -= upper;
    this.buckets.splice(place + 1, 0, { floor: at, participants: upper });
  }

  /** Makes one of neighbours that have few participants together. */
  merge(): void {
    const merged: { floor: Amount; participants: number }[] = [];
    for (const bucket of this.buckets) {
      const below = merged.at(-1);
      if (below && below.participants + bucket.participants < this.most / 4) below.participants += bucket.participants;
      else merged.push({ ...bucket });
    }
    this.buckets = merged;
  }

  private at(score: Amount): { participants: number } {
    return present(this.buckets[this.placeOf(score)], 'every score has a bucket');
  }

  /** The place of the last bucket whose floor is not above the score. */
  private placeOf(score: Amount): number {
    let [low, high] = [0, this.buckets.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (present(this.buckets[middle], 'it is between the two').floor.lte(score)) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** What is different: buckets to write, and floors of those that are gone. */
export function bucketChanges(
  before: readonly ScoreBucket[],
  after: readonly ScoreBucket[],
): { readonly written: ScoreBucket[]; readonly gone: Amount[] } {
  const was = new Map(before.map(({ floor, participants }) => [floor.toFixed(), participants]));
  const written = after.filter(({ floor, participants }) => was.get(floor.toFixed()) !== participants);
  for (const { floor } of after) was.delete(floor.toFixed());
  return { written, gone: [...was.keys()].map(amountOf) };
}
