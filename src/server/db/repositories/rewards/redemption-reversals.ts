/** Writes reversals of redemptions, each once, and lists those of a redemption. */
import { equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import type { Tx } from '@/server/db/transaction';

export interface ReversalRow {
  id: string;
  redemption_id: string;
  /** Decimal text as the database prints it. */
  amount: string;
  quantity: number | null;
  reason: string;
  journal_entry_id: string;
  created_at: Date;
  /** The scale of the asset. */
  scale: number;
}

const REVERSALS: KeysetList<'created_at'> = {
  name: 'redemption-reversals',
  select: {
    columns: 'v.id, v.redemption_id, v.amount, v.quantity, v.reason, v.journal_entry_id, v.created_at, a.scale',
    from: `redemption_reversals v JOIN redemptions r ON r.organization_id = v.organization_id AND r.id = v.redemption_id
      JOIN assets a ON a.organization_id = r.organization_id AND a.id = r.asset_id`,
  },
  sorts: { created_at: [{ sql: 'v.created_at', type: 'timestamptz' }] },
  id: { sql: 'v.id', type: 'uuid' },
};

export function listReversalRows(
  organizationId: string,
  redemptionId: string,
  query: PageRequest<'created_at'>,
): Promise<KeysetPage<ReversalRow>> {
  return keysetPage<ReversalRow, 'created_at'>(REVERSALS, {
    organizationId,
    query: { ...query, redemption: redemptionId },
    where: [equals('v.organization_id', organizationId), equals('v.redemption_id', redemptionId)],
  });
}

export async function insertReversal(tx: Tx, organizationId: string, row: ReversalRow): Promise<void> {
  await tx.query(
    `INSERT INTO redemption_reversals (id, organization_id, redemption_id, amount, quantity, reason, journal_entry_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.id, organizationId, row.redemption_id, row.amount, row.quantity, row.reason, row.journal_entry_id, row.created_at],
  );
}
