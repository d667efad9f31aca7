/** Keeps amounts in the order in which they are taken: first in, first out, or oldest portion first. */
import { present } from '@/domain/assert';
import type { Amount } from '@/domain/money';

/** A part of a portion. */
export interface Slice<Portion> {
  readonly portion: Portion;
  readonly amount: Amount;
}

/** A first-in, first-out queue of amounts. */
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

  /** Takes items up to the amount wanted, or all there are; the last one may be taken in part. */
  take(wanted: Amount): Item[] {
    const taken: Item[] = [];
    let missing = wanted;
    for (let item = this.list[this.head]; item && !missing.isZero(); item = this.list[this.head]) {
      const amount = item.amount.lessThan(missing) ? item.amount : missing;
      missing = missing.minus(amount);
      taken.push({ ...item, amount });
      if (amount.equals(item.amount)) this.head += 1;
      else this.list[this.head] = { ...item, amount: item.amount.minus(amount) };
    }
    return taken;
  }
}

/** Interchangeable value in one place, ordered by the age of the portions it belongs to. */
export class Pool<Portion extends { readonly number: number }> extends Queue<Slice<Portion>> {
  /** Puts value at the position of its age. */
  put(slice: Slice<Portion>): void {
    const index = this.indexOf(slice.portion.number);
    const there = this.list[index];
    if (there?.portion === slice.portion) this.list[index] = { ...there, amount: there.amount.plus(slice.amount) };
    else if (index === this.head && this.head > 0) this.list[(this.head -= 1)] = slice;
    else this.list.splice(index, 0, slice);
  }

  /** The index of the portion with this number, or where it would be inserted. */
  private indexOf(number: number): number {
    let [low, high] = [this.head, this.list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { portion } = present(this.list[middle], 'the middle is before `high`, which is at most the length');
      if (portion.number < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
