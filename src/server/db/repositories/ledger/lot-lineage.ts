/** Traces transferred lots back to their origin: the chain of parent lots, across holders, back to a credit. */
import type { Holder } from '@/domain/ledger/accounts';
import type { Tx } from '@/server/db/transaction';

/** The most lots followed back from one; a longer chain is shown up to that point. */
const MAX_STEPS = 1_000;

export interface LotLineage {
  /** The lot that arrived, and the entry that brought it. */
  lot_id: string;
  arrived_by: string;
  /** The amount that arrived in it, in decimal text as the database prints it. */
  amount: string;
  /** The first lot of the chain, the entry that created it, and its holder. */
  first_lot_id: string;
  first_entry_id: string;
  account_type: Holder['type'];
  account_id: string;
  /** How many transfers it went through. */
  transfers: number;
}

/** The lineage of every lot that the transfers among these entries brought to the holder. */
export function loadLineages(tx: Tx, organizationId: string, holder: Holder, entryIds: readonly string[]): Promise<LotLineage[]> {
  return tx.query<LotLineage>(
    `WITH RECURSIVE trail AS (
       SELECT l.id AS lot_id, l.entry_id AS arrived_by, l.amount, 0 AS step, l.id, l.parent_id, l.account_type, l.account_id, l.entry_id
       FROM lots l JOIN journal_entries e ON e.organization_id = l.organization_id AND e.id = l.entry_id AND e.type = 'TRANSFER'
       WHERE l.organization_id = $1 AND l.account_id = $2 AND l.entry_id = ANY ($3::uuid[])
       UNION ALL
       SELECT t.lot_id, t.arrived_by, t.amount, t.step + 1, p.id, p.parent_id, p.account_type, p.account_id, p.entry_id
       FROM trail t JOIN lots p ON p.organization_id = $1 AND p.id = t.parent_id WHERE t.step < $4
     ), counted AS (
       SELECT t.lot_id, count(DISTINCT e.id)::int AS transfers FROM trail t JOIN journal_entries e ON e.organization_id = $1 AND e.id = t.entry_id AND e.type = 'TRANSFER' GROUP BY t.lot_id
     )
     SELECT first.*, counted.transfers FROM (
       SELECT DISTINCT ON (lot_id) lot_id, arrived_by, trim_scale(amount) AS amount, id AS first_lot_id, entry_id AS first_entry_id, account_type, account_id
       FROM trail ORDER BY lot_id, step DESC
     ) first JOIN counted USING (lot_id) ORDER BY lot_id`,
    [organizationId, holder.id, entryIds, MAX_STEPS],
  );
}
