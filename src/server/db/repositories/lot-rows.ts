/** A lot as its row has it, and as the ledger's decisions see it: one reading for everyone who loads lots. */
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

/** Of a row `l` of lots; what remains of it now is read beside them by whoever wants the present. */
export const LOT_COLUMNS = 'l.id, l.amount, l.bucket, l.reference_id, l.provisional, l.parent_id, l.created_at, l.matures_at, l.expires_at';

/** @param remaining now, or at the time that is looked at. */
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
