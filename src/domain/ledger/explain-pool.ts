/** Amounts in the order in which they are taken: in line, or by the age of the portion that they are a part of. */
import type { Amount } from '@/domain/money';

/** A part of a portion. */
export interface Slice<Portion> {
  readonly portion: Portion;
  readonly amount: Amount;
}

/** Amounts that are taken in the order in which they stand. */
export class Queue<Item extends { readonly amount: Amount }> {
  protected list: Item[] = [];
  protected head = 0;

  get isEmpty(): boolean {
    return this.head === this.list.length;
  }

  items(): readonly Item[] {
    return this.list.slice(this.head);
  }

  append(item: Item): void {
    this.list.push(item);
  }

  /** As far as they reach; the last one in part. */
  take(wanted: Amount): Item[] {
    const taken: Item[] = [];
    for (let missing = wanted; !missing.isZero() && !this.isEmpty;) {
      const item = this.list[this.head]!;
      const amount = item.amount.lessThan(missing) ? item.amount : missing;
      missing = missing.minus(amount);
      taken.push({ ...item, amount });
      if (amount.equals(item.amount)) this.head += 1;
      else this.list[this.head] = { ...item, amount: item.amount.minus(amount) };
    }
    return taken;
  }
}

/** Value in one place that only its age tells apart: oldest portions first. */
export class Pool<Portion extends { readonly number: number }> extends Queue<Slice<Portion>> {
  /** Value that returns takes the place of its age. */
  put(slice: Slice<Portion>): void {
    const index = this.indexOf(slice.portion.number);
    const there = this.list[index];
    if (there?.portion === slice.portion) this.list[index] = { ...there, amount: there.amount.plus(slice.amount) };
    else if (index === this.head && this.head > 0) this.list[(this.head -= 1)] = slice;
    else this.list.splice(index, 0, slice);
  }

  /** Where the portion with this number stands, or would stand. */
  private indexOf(number: number): number {
    let [low, high] = [this.head, this.list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.list[middle]!.portion.number < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
