/**
 * Explains a balance: for every unit that an account ever received, which entry brought it, and where it
 * is now or which entry spent it. What an entry brings in is a portion; what is still held of a portion
 * and what was spent of it add up to it exactly.
 *
 * Value that only moves within the account (hold, release, settlement, maturity) stays in its portion.
 * In a LOT asset it is followed from lot to lot. Units of a SIMPLE asset are interchangeable: whatever
 * takes them takes the oldest of their bucket and hold first. Value that fills an overdraft left by
 * ALLOW_NEGATIVE counts as spent by that earlier debit. Value that a reversal gives back is no longer
 * spent: it returns to the portion that it was redeemed from.
 */
import { invariant, present } from '@/domain/assert';
import { ZERO, type Amount } from '@/domain/money';
import type { AssetTerms, Bucket } from './accounts';
import { Pool, Queue, type Slice } from './explain-pool';

/** One change that an entry makes to the account: a posting or, in a LOT asset, one lot line of a posting. */
export interface AccountMovement {
  readonly bucket: Bucket;
  readonly holdReference: string | null;
  /** Signed. */
  readonly amount: Amount;
  /** Null in a SIMPLE asset; in a LOT asset null is the overdraft. */
  readonly lot: { readonly id: string; readonly parentId: string | null } | null;
}

/** A journal entry that touches the account. */
export interface EntryRef {
  readonly id: string;
  /** Its place in the journal. */
  readonly sequence: number;
  /** Identifies the redemption that the entry spends on or reverses. */
  readonly redemption?: string | null;
}

export interface Spending {
  readonly entry: EntryRef;
  readonly amount: Amount;
}

/** What one entry brought into the account, and what became of it. */
export interface Portion {
  readonly origin: EntryRef;
  /** The lot that it arrived in; null for a SIMPLE asset, and when all of it filled an overdraft. */
  readonly lotId: string | null;
  readonly amount: Amount;
  readonly held: Readonly<Record<Bucket, Amount>>;
  /** In the order in which it was spent; what fills an overdraft was spent before it was earned. */
  readonly spent: readonly Spending[];
}

/** A part of a portion that lies in a lot. */
export interface LotPart {
  readonly lotId: string;
  readonly bucket: Bucket;
  readonly amount: Amount;
}

/** A portion while it is being followed. */
interface OpenPortion extends Portion {
  readonly number: number;
  amount: Amount;
  readonly held: Record<Bucket, Amount>;
  readonly spent: { entry: EntryRef; amount: Amount }[];
}

/** Explains one account. Its entries must be added in journal order, starting with the first. */
export class Explanation {
  private readonly opened: OpenPortion[] = [];
  private readonly places = new Map<string, { readonly bucket: Bucket; readonly lotId: string | null; readonly pool: Pool<OpenPortion> }>();
  private readonly roots = new Map<string, string>();
  private readonly debts = new Queue<Spending>();
  /** What was spent on each redemption, in the order in which it was spent. */
  private readonly redeemed = new Map<string, Redeemed[]>();

  constructor(private readonly inventoryMode: AssetTerms['inventoryMode']) {}

  /** @param movements every change that the entry makes to the account, in the entry's order. */
  add(entry: EntryRef, movements: readonly AccountMovement[]): void {
    const taken: Taken = new Map();
    for (const movement of movements) if (movement.amount.isNegative()) this.give(entry, movement, taken);
    for (const movement of movements) if (!movement.amount.isNegative()) this.receive(entry, movement, taken);
    for (const [root, group] of taken) {
      for (const { portion, amount } of group.items()) {
        spend(portion, entry, amount);
        if (entry.redemption) this.redeemedOn(entry.redemption).push({ portion, entry, amount, root });
      }
    }
  }

  private redeemedOn(redemption: string): Redeemed[] {
    const known = this.redeemed.get(redemption) ?? [];
    this.redeemed.set(redemption, known);
    return known;
  }

  /** Takes back what was spent on a redemption, last spent first; a lot gets back only what came out of it. */
  private takeBack(redemption: string, movement: AccountMovement, wanted: Amount): Slice<OpenPortion>[] {
    const all = this.redeemedOn(redemption);
    const root = this.rootOf(movement);
    const slices: Slice<OpenPortion>[] = [];
    let missing = wanted;
    for (let index = all.length - 1; index >= 0 && !missing.isZero(); index--) {
      const item = present(all[index], 'taking out an item only shifts those that were passed already');
      if (root !== null && item.root !== root) continue;
      const amount = item.amount.lessThan(missing) ? item.amount : missing;
      item.amount = item.amount.minus(amount);
      missing = missing.minus(amount);
      if (item.amount.isZero()) all.splice(index, 1);
      unspend(item.portion, item.entry, amount);
      slices.push({ portion: item.portion, amount });
    }
    return slices;
  }

  /** Oldest first. */
  get portions(): readonly Portion[] {
    return this.opened;
  }

  /** What ALLOW_NEGATIVE debits overdrew and no later value has filled, oldest first. */
  get overdraft(): readonly Spending[] {
    return this.debts.items();
  }

  /** The lots that hold what is left of these portions; none for a SIMPLE asset. */
  lotsOf(portions: Iterable<Portion>): Map<Portion, LotPart[]> {
    const parts = new Map([...portions].map((portion): [Portion, LotPart[]] => [portion, []]));
    for (const { bucket, lotId, pool } of this.places.values()) {
      if (lotId === null) continue;
      for (const { portion, amount } of pool.items()) parts.get(portion)?.push({ lotId, bucket, amount });
    }
    return parts;
  }

  private isOverdraft({ lot }: AccountMovement): boolean {
    return this.inventoryMode === 'LOT' && lot === null;
  }

  /** The root lot: the one that a lot descends from through all splits. */
  private rootOf({ lot }: AccountMovement): string | null {
    if (lot === null) return null;
    const known = this.roots.get(lot.id);
    if (known !== undefined) return known;
    const root = lot.parentId === null ? lot.id : (this.roots.get(lot.parentId) ?? lot.parentId);
    this.roots.set(lot.id, root);
    return root;
  }

  private give(entry: EntryRef, movement: AccountMovement, taken: Taken): void {
    const wanted = movement.amount.negated();
    const key = placeKey(movement);
    const pool = this.isOverdraft(movement) ? undefined : this.places.get(key)?.pool;
    const slices = pool?.take(wanted) ?? [];
    if (pool?.isEmpty) this.places.delete(key);
    const root = this.rootOf(movement);
    const group = taken.get(root) ?? new Pool<OpenPortion>();
    let missing = wanted;
    for (const slice of slices) {
      slice.portion.held[movement.bucket] = slice.portion.held[movement.bucket].minus(slice.amount);
      missing = missing.minus(slice.amount);
      group.put(slice);
    }
    if (!group.isEmpty) taken.set(root, group);
    if (!missing.isZero()) this.debts.append({ entry, amount: missing });
  }

  /** Fills a movement with what the entry took elsewhere, same root lot first, then with what it reverses; the remainder is new value. */
  private receive(entry: EntryRef, movement: AccountMovement, taken: Taken): void {
    let missing = movement.amount;
    const draw = (from: string | null): void => {
      const group = taken.get(from);
      for (const slice of group?.take(missing) ?? []) {
        missing = missing.minus(slice.amount);
        this.place(movement, slice);
      }
      if (group?.isEmpty) taken.delete(from);
    };
    draw(this.rootOf(movement));
    for (const from of taken.keys()) {
      if (missing.isZero()) return;
      draw(from);
    }
    for (const slice of entry.redemption ? this.takeBack(entry.redemption, movement, missing) : []) {
      missing = missing.minus(slice.amount);
      this.place(movement, slice);
    }
    if (!missing.isZero()) this.place(movement, { portion: this.open(entry, movement, missing), amount: missing });
  }

  /** Value that fills the overdraft joins the portion whose remainder the same entry has just put into a lot. */
  private open(origin: EntryRef, movement: AccountMovement, amount: Amount): OpenPortion {
    const last = this.opened.at(-1);
    if (last?.origin === origin && this.isOverdraft(movement)) {
      last.amount = last.amount.plus(amount);
      return last;
    }
    const held = { AVAILABLE: ZERO, HELD: ZERO, DEFERRED: ZERO };
    const portion = { number: this.opened.length, origin, lotId: movement.lot?.id ?? null, amount, held, spent: [] };
    this.opened.push(portion);
    return portion;
  }

  private place(movement: AccountMovement, { portion, amount }: Slice<OpenPortion>): void {
    const fills = this.isOverdraft(movement) || (this.inventoryMode === 'SIMPLE' && movement.bucket === 'AVAILABLE');
    const rest = fills ? this.fillDebts(portion, amount) : amount;
    if (rest.isZero()) return;
    invariant(!this.isOverdraft(movement), 'no more is filled than was overdrawn');
    portion.held[movement.bucket] = portion.held[movement.bucket].plus(rest);
    const key = placeKey(movement);
    let place = this.places.get(key);
    if (!place) this.places.set(key, (place = { bucket: movement.bucket, lotId: movement.lot?.id ?? null, pool: new Pool<OpenPortion>() }));
    place.pool.put({ portion, amount: rest });
  }

  /** @returns what is left when every debt is filled. */
  private fillDebts(portion: OpenPortion, amount: Amount): Amount {
    let rest = amount;
    for (const debt of this.debts.take(amount)) {
      spend(portion, debt.entry, debt.amount);
      rest = rest.minus(debt.amount);
    }
    return rest;
  }
}

/** A part of a portion that was spent on a redemption. */
interface Redeemed {
  readonly portion: OpenPortion;
  readonly entry: EntryRef;
  amount: Amount;
  /** The root lot that it came from. */
  readonly root: string | null;
}

/** What an entry takes from the account, by the root lot that it came from. */
type Taken = Map<string | null, Pool<OpenPortion>>;

function spend({ spent }: OpenPortion, entry: EntryRef, amount: Amount): void {
  const last = spent.at(-1);
  if (last?.entry === entry) last.amount = last.amount.plus(amount);
  else spent.push({ entry, amount });
}

function unspend({ spent }: OpenPortion, entry: EntryRef, amount: Amount): void {
  const index = spent.findIndex((spending) => spending.entry.id === entry.id);
  const spending = present(spent[index], 'what was redeemed of a portion is among what was spent of it');
  spending.amount = spending.amount.minus(amount);
  if (spending.amount.isZero()) spent.splice(index, 1);
}

const placeKey = ({ bucket, holdReference, lot }: AccountMovement): string =>
  lot ? `${bucket}/${lot.id}` : `${bucket}//${holdReference ?? ''}`;
