/** Models a holder's value as lots in an array, and prints lots in a comparable form. */
import type { Earned } from './earned';
import type { Step } from './step';

export type Bucket = Step['bucket'];

export interface Lot {
  /** Creation order: later lots have higher numbers. */
  readonly number: number;
  /** The number of the lot it was split from, in this account or another's, or its own: its turn among lots that were earned at once. */
  readonly turn: number;
  readonly parent: Lot | null;
  readonly amount: bigint;
  left: bigint;
  bucket: Bucket;
  reference: string | null;
  provisional: boolean;
  /** The reference of the credit that gave it, even through a hold; null when it came from another holder. */
  readonly origin: string | null;
  readonly earned: number;
  readonly matures: number | null;
  readonly expires: number | null;
}

/** A holder's value in one asset. A SIMPLE asset is kept the same way; its lots are all alike and never shown. */
export interface Purse {
  lots: Lot[];
  overdraft: bigint;
  /** When each live hold was created. */
  since: Map<string, number>;
  /** What was earned under each reference. */
  earned: Map<string, Earned>;
}

/** Later than every expiry. */
export const never = 1e18;
export const sum = (lots: readonly Lot[]): bigint => lots.reduce((total, lot) => total + lot.left, 0n);
export const inOrder = (lots: readonly Lot[]): Lot[] =>
  [...lots].sort((a, b) => (a.expires ?? never) - (b.expires ?? never) || a.earned - b.earned || a.turn - b.turn || a.number - b.number);

/** Takes from one lot after another, and tells what each gave. @returns what they lack. */
export function drain(from: readonly Lot[], units: bigint, taking: (lot: Lot, part: bigint) => void = () => undefined): bigint {
  let missing = units;
  for (const lot of from) {
    const part = lot.left < missing ? lot.left : missing;
    taking(lot, part);
    lot.left -= part;
    missing -= part;
  }
  return missing;
}

/** The lots a step may take, in order; in HELD the oldest hold comes first. */
export function choose(purse: Purse, { earned }: Step, bucket: Bucket, reference: string | null, now: number): Lot[] {
  const border = earned === null ? 0 : now - earned.milliseconds;
  const fits = (lot: Lot) =>
    lot.bucket === bucket &&
    (reference === null || lot.reference === reference) &&
    (earned === null || earned.recently === lot.earned >= border);
  const since = (lot: Lot) => purse.since.get(lot.reference ?? '') ?? 0;
  const fitting = inOrder(purse.lots.filter(fits));
  return bucket === 'HELD'
    ? fitting.sort((a, b) => since(a) - since(b) || (a.reference! < b.reference! ? -1 : a.reference! > b.reference! ? 1 : 0))
    : fitting;
}

/** A live lot on one line; the service's lots are printed the same way. */
export function showLot(
  lot: Pick<Lot, 'left' | 'amount' | 'bucket' | 'reference' | 'provisional' | 'earned' | 'matures' | 'expires'>,
): string {
  const place = [lot.bucket, lot.reference, lot.provisional ? 'provisional' : null].filter(Boolean).join(' ');
  return `${place} ${lot.left}/${lot.amount} earned ${lot.earned} matures ${lot.matures} expires ${lot.expires}`;
}
