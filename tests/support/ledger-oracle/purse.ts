/** A holder's value in the plainest form: lots in an array, and how they are written down. */
import type { Step } from './step';

export type Bucket = Step['bucket'];

export interface Lot {
  /** Later lots have higher numbers. */
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

/** A holder's value in one asset. A SIMPLE asset is kept the same way; its lots never differ and never show. */
export interface Purse {
  lots: Lot[];
  overdraft: bigint;
  /** Since when each live hold exists. */
  since: Map<string, number>;
}

/** Later than every expiry. */
export const never = 1e18;
export const sum = (lots: readonly Lot[]): bigint => lots.reduce((total, lot) => total + lot.left, 0n);
export const inOrder = (lots: readonly Lot[]): Lot[] =>
  [...lots].sort((a, b) => (a.expires ?? never) - (b.expires ?? never) || a.earned - b.earned || a.number - b.number);

/** A live lot in one line; tests write the service's lots the same way. */
export function showLot(
  lot: Pick<Lot, 'left' | 'amount' | 'bucket' | 'reference' | 'provisional' | 'earned' | 'matures' | 'expires'>,
): string {
  const place = [lot.bucket, lot.reference, lot.provisional ? 'provisional' : null].filter(Boolean).join(' ');
  return `${place} ${lot.left}/${lot.amount} earned ${lot.earned} matures ${lot.matures} expires ${lot.expires}`;
}
