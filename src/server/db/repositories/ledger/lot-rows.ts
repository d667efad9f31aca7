/** Converts a stored lot to the form that the ledger's decisions use, for everyone who loads lots. */
import type { Bucket } from '@/domain/ledger/accounts';
import type { Lot } from '@/domain/ledger/lots';
import { amountOf } from '@/domain/money';

/** `LOT_COLUMNS` of a row; amounts are decimal text as the database prints it. */
export interface LotRow {
  id: string;
  amount: string;
  bucket: Bucket;
  reference_id: string | null;
  provisional: boolean;
  parent_id: string | null;
  created_at: Date;
  matures_at: Date | null;
  expires_at: Date | null;
}

/** Columns of a row `l` of lots; callers that need the present also select what remains of it. */
export const LOT_COLUMNS = 'l.id, l.amount, l.bucket, l.reference_id, l.provisional, l.parent_id, l.created_at, l.matures_at, l.expires_at';

/** @param remaining what is left now, or at the time in question. */
export function lotOf(row: LotRow, remaining: Lot['amount']): Lot {
  return {
    id: row.id,
    amount: amountOf(row.amount),
    remaining,
    bucket: row.bucket,
    holdReference: row.reference_id,
    provisional: row.provisional,
    earnedAt: row.created_at,
    maturesAt: row.matures_at,
    expiresAt: row.expires_at,
    parentId: row.parent_id,
  };
}
