/** Reads a holder's accounts, and streams every movement of one of them in ledger order. */
import type { AssetTerms, Bucket, Holder } from '@/domain/ledger/accounts';
import type { EntryRef, AccountMovement } from '@/domain/ledger/explain';
import { amountOf } from '@/domain/money';
import type { Tx } from '@/server/db/transaction';
import { EVER_MOVED } from './balance-list';

export interface HolderAccountRow {
  program_id: string;
  asset_id: string;
  scale: number;
  inventory_mode: AssetTerms['inventoryMode'];
  /** The number of postings, counted up to the given limit. */
  postings: number;
}

interface AccountsFilter {
  readonly program_id?: string | undefined;
  readonly asset_id?: string | undefined;
}

/** Accounts in which value ever moved, by program and asset. @param limit how far the postings of each are counted. */
export function listHolderAccounts(
  tx: Tx,
  organizationId: string,
  holder: Holder,
  filter: AccountsFilter,
  limit: number,
): Promise<HolderAccountRow[]> {
  return tx.query<HolderAccountRow>(
    `SELECT b.program_id, b.asset_id, a.scale, a.inventory_mode,
            (SELECT count(*)::int FROM (SELECT 1 FROM account_entries p
               WHERE p.organization_id = b.organization_id AND p.account_id = b.account_id AND p.program_id = b.program_id AND p.asset_id = b.asset_id LIMIT $5) counted) AS postings
     FROM balances b JOIN assets a ON a.organization_id = b.organization_id AND a.id = b.asset_id
     WHERE b.organization_id = $1 AND b.account_id = $2 AND ($3::uuid IS NULL OR b.program_id = $3) AND ($4::uuid IS NULL OR b.asset_id = $4) AND ${EVER_MOVED}
     ORDER BY b.program_id, b.asset_id`,
    [organizationId, holder.id, filter.program_id ?? null, filter.asset_id ?? null, limit],
  );
}

interface MovementRow {
  sequence: number;
  entry_id: string;
  redemption: string | null;
  bucket: Bucket;
  hold_reference: string | null;
  amount: string;
  lot_id: string | null;
  parent_id: string | null;
}

/**
 * Each posting has only a few lots, so they are read per posting: joined, the planner would read everybody's lots. A lot whose parent
 * belongs to another holder counts as new here.
 */
const LOTS_OF_POSTING = `
  LEFT JOIN LATERAL (
    SELECT lp.part, lp.amount, lp.lot_id, origin.id AS parent_id FROM lot_postings lp
    LEFT JOIN lots l ON l.organization_id = lp.organization_id AND l.id = lp.lot_id
    LEFT JOIN lots origin ON origin.organization_id = l.organization_id AND origin.id = l.parent_id AND origin.account_id = l.account_id
    WHERE lp.organization_id = p.organization_id AND lp.entry_id = p.entry_id AND lp.line = p.line OFFSET 0) m ON true`;
const NO_LOTS = 'CROSS JOIN (SELECT NULL::int AS part, NULL::numeric AS amount, NULL::uuid AS lot_id, NULL::uuid AS parent_id) m';

/** A cursor sees one snapshot of the journal, however long it takes to read. */
const openCursor = (inventoryMode: AssetTerms['inventoryMode']): string => `
  DECLARE account_movements NO SCROLL CURSOR FOR
  SELECT e.sequence, p.entry_id, CASE WHEN e.type IN ('REDEEM', 'CAPTURE', 'REVERSE') THEN e.reference_id END AS redemption, p.bucket, p.hold_reference, trim_scale(coalesce(m.amount, p.amount)) AS amount, m.lot_id, m.parent_id
  FROM account_entries p JOIN journal_entries e ON e.organization_id = p.organization_id AND e.id = p.entry_id ${inventoryMode === 'LOT' ? LOTS_OF_POSTING : NO_LOTS}
  WHERE p.organization_id = $1 AND p.account_id = $2 AND p.program_id = $3 AND p.asset_id = $4
  ORDER BY e.sequence, p.line, m.part`;
const BATCH = 2_000;
const FETCH = `FETCH FORWARD ${BATCH} FROM account_movements`;

/** Passes what each entry moved in the account to `visit`; other work can run between batches. */
export async function readMovements(
  tx: Tx,
  organizationId: string,
  holder: Holder,
  account: Pick<HolderAccountRow, 'program_id' | 'asset_id' | 'inventory_mode'>,
  visit: (entry: EntryRef, movements: readonly AccountMovement[]) => void,
): Promise<void> {
  await tx.query(openCursor(account.inventory_mode), [organizationId, holder.id, account.program_id, account.asset_id]);
  const open: MovementRow[] = [];
  const finishEntry = (): void => {
    const [first] = open;
    if (first) visit({ id: first.entry_id, sequence: first.sequence, redemption: first.redemption }, open.splice(0).map(movementOf));
  };
  for (let fetched = BATCH; fetched === BATCH;) {
    const rows = await tx.query<MovementRow>(FETCH);
    fetched = rows.length;
    for (const row of rows) {
      if (open[0]?.sequence !== row.sequence) finishEntry();
      open.push(row);
    }
  }
  finishEntry();
  await tx.query('CLOSE account_movements');
}

function movementOf({ bucket, hold_reference, amount, lot_id, parent_id }: MovementRow): AccountMovement {
  return {
    bucket,
    holdReference: hold_reference,
    amount: amountOf(amount),
    lot: lot_id === null ? null : { id: lot_id, parentId: parent_id },
  };
}
