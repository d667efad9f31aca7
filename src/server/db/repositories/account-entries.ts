/** The entries of a holder's accounts from the first on, streamed in the order in which they were made. */
import type { AssetTerms, Bucket } from '@/domain/ledger/accounts';
import type { EntryType } from '@/domain/ledger/entry';
import type { AccountEntry, Movement } from '@/domain/ledger/explain';
import { amountOf } from '@/domain/money';
import type { Tx } from '../transaction';

/** The accounts of one holder, or those of one program or asset. */
export interface AccountsFilter {
  readonly holderId: string;
  readonly programId: string | null;
  readonly assetId: string | null;
}

export interface ReadAccount {
  readonly programId: string;
  readonly assetId: string;
  readonly scale: number;
  readonly inventoryMode: AssetTerms['inventoryMode'];
}

interface MovementRow {
  sequence: number;
  entry_id: string;
  type: EntryType;
  created_at: Date;
  program_id: string;
  asset_id: string;
  scale: number;
  inventory_mode: AssetTerms['inventoryMode'];
  bucket: Bucket;
  hold_reference: string | null;
  amount: string;
  lot_id: string | null;
  parent_id: string | null;
}

const OF_ACCOUNTS = `p.organization_id = $1 AND p.account_id = $2 AND ($3::uuid IS NULL OR p.program_id = $3) AND ($4::uuid IS NULL OR p.asset_id = $4)`;
const valuesOf = (organizationId: string, { holderId, programId, assetId }: AccountsFilter) => [
  organizationId,
  holderId,
  programId,
  assetId,
];

/** How many postings there are, counted no further than `limit`. */
export async function countPostings(tx: Tx, organizationId: string, filter: AccountsFilter, limit: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM postings p WHERE ${OF_ACCOUNTS} LIMIT $5) counted`,
    [...valuesOf(organizationId, filter), limit],
  );
  return row!.count;
}

/** One snapshot of the journal, however long it takes to read it. */
const OPEN_CURSOR = `
  DECLARE account_entries NO SCROLL CURSOR FOR
  SELECT e.sequence, e.id AS entry_id, e.type, e.created_at, p.program_id, p.asset_id, a.scale, a.inventory_mode, p.bucket, p.hold_reference,
         coalesce(m.amount, p.amount) AS amount, m.lot_id, l.parent_id
  FROM postings p JOIN journal_entries e ON e.id = p.entry_id JOIN assets a ON a.id = p.asset_id
  LEFT JOIN lot_postings m ON m.entry_id = p.entry_id AND m.line = p.line LEFT JOIN lots l ON l.id = m.lot_id
  WHERE ${OF_ACCOUNTS}
  ORDER BY e.sequence, p.program_id, p.asset_id, p.line, m.part`;
const BATCH = 5_000;
const FETCH = `FETCH FORWARD ${BATCH} FROM account_entries`;

/** Hands each entry of each account to `visit`, and lets other work in between the batches. */
export async function readAccountEntries(
  tx: Tx,
  organizationId: string,
  filter: AccountsFilter,
  visit: (account: ReadAccount, entry: AccountEntry) => void,
): Promise<void> {
  await tx.query(OPEN_CURSOR, valuesOf(organizationId, filter));
  let lines: MovementRow[] = [];
  const finishEntry = (): void => {
    if (lines.length > 0) visit(accountOf(lines[0]!), entryOf(lines));
    lines = [];
  };
  for (let fetched = BATCH; fetched === BATCH;) {
    const rows = await tx.query<MovementRow>(FETCH);
    fetched = rows.length;
    for (const row of rows) {
      if (lines.length > 0 && !sameEntry(lines[0]!, row)) finishEntry();
      lines.push(row);
    }
  }
  finishEntry();
  await tx.query('CLOSE account_entries');
}

const sameEntry = (a: MovementRow, b: MovementRow): boolean =>
  a.sequence === b.sequence && a.asset_id === b.asset_id && a.program_id === b.program_id;

const accountOf = (row: MovementRow): ReadAccount => ({
  programId: row.program_id,
  assetId: row.asset_id,
  scale: row.scale,
  inventoryMode: row.inventory_mode,
});

function entryOf(lines: readonly MovementRow[]): AccountEntry {
  const { entry_id, sequence, type, created_at } = lines[0]!;
  return { id: entry_id, sequence, type, createdAt: created_at, movements: lines.map(movementOf) };
}

function movementOf({ bucket, hold_reference, amount, lot_id, parent_id }: MovementRow): Movement {
  return {
    bucket,
    holdReference: hold_reference,
    amount: amountOf(amount),
    lot: lot_id === null ? null : { id: lot_id, parentId: parent_id },
  };
}
