/** Models a holder's value as lots in an array, and prints lots in a comparable form. */
import type { Step } from './step';

export type Bucket = Step['bucket'];

export interface Lot {
  /** Creation order: later lots have higher numbers. */
  readonly number: number;
  readonly parent: Lot | null;
  readonly amount: bigint;
  left: bigint;
  bucket: Bucket;
  reference: string | null;
  provisional: boolean;
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
}

/** Later than every expiry. */
export const never = 1e18;
export const sum = (lots: readonly Lot[]): bigint => lots.reduce((total, lot) => total + lot.left, 0n);
export const inOrder = (lots: readonly Lot[]): Lot[] =>
  [...lots].sort((a, b) => (a.expires ?? never) - (b.expires ?? never) || a.earned - b.earned || a.number - b.number);

/** A live lot on one line; the service's lots are printed the same way. */
export function showLot(
  lot: Pick<Lot, 'left' | 'amount' | 'bucket' | 'reference' | 'provisional' | 'earned' | 'matures' | 'expires'>,
): string {
  const place = [lot.bucket, lot.reference, lot.provisional ? 'provisional' : null].filter(Boolean).join(' ');
  return `${place} ${lot.left}/${lot.amount} earned ${lot.earned} matures ${lot.matures} expires ${lot.expires}`;
}
